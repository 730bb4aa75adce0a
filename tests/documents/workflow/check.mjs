// SPDX-License-Identifier: GPL-2.0-or-later
// Checks each yaml block of a document as a workflow, and a file as an action; and that the schemas
// refuse what is wrong.
import { readFileSync } from "node:fs";
import { validateAction, validateWorkflow } from "@action-validator/core";

const text = readFileSync(process.argv[2], "utf8");
const blocks = [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map((match) => match[1]);
const errors = (workflow) => validateWorkflow(workflow).errors;
let number = 0, failed = false;

function result(good, what, details) {
  number += 1;
  failed ||= !good;
  console.log(`${good ? "ok" : "not ok"} ${number} ${what}`);
  if (!good)
    console.log(JSON.stringify(details, null, 1).replace(/^/gm, "# "));
}

result(blocks.length === 3, "there are three workflows", blocks.length);
blocks.forEach((block, i) => {
  result(errors(block).length === 0, `workflow ${i + 1} follows the schema`, errors(block));
  for (const [right, wrong] of [["runs-on:", "run-on:"], ["container:", "kontainer:"], ["run: |", "runs: |"]])
    result(block.includes(right) && errors(block.replace(right, wrong)).length > 0,
      `workflow ${i + 1}: "${wrong}" is refused`, wrong);
});
const action = readFileSync(process.argv[3], "utf8");
const actionErrors = (text) => validateAction(text).errors;
result(actionErrors(action).length === 0, "the action follows the schema", actionErrors(action));
for (const [right, wrong] of [["using: composite", "using: compost"], ["shell: sh", "shall: sh"], ["runs:", "run:"]])
  result(action.includes(right) && actionErrors(action.replace(right, wrong)).length > 0,
    `the action: "${wrong}" is refused`, wrong);
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
