// SPDX-License-Identifier: GPL-2.0-or-later
// Most of it is inlined: closures, iterators, a method of a trait.
use std::collections::HashMap;

trait Append {
    fn append_one(&mut self, value: u32);
}

impl Append for Vec<u32> {
    fn append_one(&mut self, value: u32) {
        self.push(value)
    }
}

fn main() {
    let mut numbers = HashMap::new();
    let mut values: Vec<u32> = vec![];
    for i in 0..1000u32 {
        numbers.insert(i.to_string(), i * 2);
        values.append_one(i ^ 55);
    }
    values.sort_by(|a, b| (a % 17).cmp(&(b % 17)));
    let sum: u32 = numbers.values().map(|n| n + values[*n as usize % values.len()]).sum();
    println!("{}", sum);
}
