// SPDX-License-Identifier: GPL-2.0-or-later
// Prints the layouts of its structs, as the compiler knows them: STRUCT size, and for each member
// STRUCT offset size name.
use std::mem::{offset_of, size_of};

struct Order {
    id: u64,
    kind: u8,
    pair: (u32, u16),
    numbers: [u16; 5],
    state: State,
}

enum State {
    Open,
    Closed(u32),
    Paid { when: u64, by: u8 },
}

struct Wrapper<T> {
    value: T,
    count: u16,
}

mod shop {
    pub struct Inner {
        pub a: u8,
        pub b: u64,
    }
}

fn amount(state: &State) -> u64 {
    match state {
        State::Open => 0,
        State::Closed(n) => *n as u64,
        State::Paid { when, by } => *when + *by as u64,
    }
}

fn main() {
    let order = Order { id: 1, kind: 2, pair: (3, 4), numbers: [5; 5], state: State::Paid { when: 6, by: 7 } };
    let wrapper = Wrapper { value: 8u64, count: 9 };
    let inner = shop::Inner { a: 10, b: 11 };
    println!("Order {}", size_of::<Order>());
    println!("Order {} 8 id", offset_of!(Order, id));
    println!("Order {} 1 kind", offset_of!(Order, kind));
    println!("Order {} 4 pair.__0", offset_of!(Order, pair.0));
    println!("Order {} 10 numbers", offset_of!(Order, numbers));
    println!("State {}", size_of::<State>());
    println!("shop::Inner {}", size_of::<shop::Inner>());
    println!("Inner {} 8 b", offset_of!(shop::Inner, b));
    println!("Inner {} 1 a", offset_of!(shop::Inner, a));
    println!("Wrapper {} 8 value", offset_of!(Wrapper<u64>, value));
    println!("Wrapper {} 2 count", offset_of!(Wrapper<u64>, count));
    let all = [&order.state, &State::Open, &State::Closed(1)];
    let sum = order.id + order.kind as u64 + order.pair.0 as u64 + order.pair.1 as u64 + order.numbers[0] as u64
        + all.iter().map(|state| amount(state)).sum::<u64>()
        + wrapper.value + wrapper.count as u64 + inner.a as u64 + inner.b;
    std::process::exit((sum == 0) as i32);
}
