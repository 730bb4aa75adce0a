// SPDX-License-Identifier: GPL-2.0-or-later
// Runs statements of standard input in a database, and prints rows as psql -At does.
//
//   node run.mjs DATABASE <FILE
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const instance = await DuckDBInstance.create(process.argv[2]);
const connection = await instance.connect();
const statements = await connection.extractStatements(readFileSync(0, "utf8"));
for (let i = 0; i < statements.count; i++) {
  const statement = await statements.prepare(i);
  const reader = await statement.runAndReadAll();
  if (reader.columnNames().join() === "Count") continue; // of rows that were inserted
  for (const row of reader.getRows())
    console.log(row.map((value) => value === null ? "" : String(value)).join("|"));
}
connection.closeSync();
instance.closeSync();
