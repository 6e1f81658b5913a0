// What the commands print with `--format json`, as JSON Schemas. Nothing reads them while a command
// runs: the files in `schema/` and a page of the documentation are made from them, and tests hold what
// is printed against them.
import type { TSchema } from "@sinclair/typebox";
import { testSchema } from "../cases/schema.ts";
import { simulationSchema } from "../simulation/schema.ts";
import { buildOutput } from "./build.ts";
import { convertOutput } from "./convert.ts";
import { deployOutput } from "./deploy.ts";
import { diffOutput } from "./diff.ts";
import { doctorOutput } from "./doctor.ts";
import { emulatorOutput } from "./emulator.ts";
import { historyOutput } from "./history.ts";
import { initOutput } from "./init.ts";
import { lintOutput } from "./lint.ts";
import { openQuestionsOutput } from "./open-questions.ts";
import { planOutput } from "./plan.ts";
import { pullOutput } from "./pull.ts";
import { explainOutput, rulesOutput } from "./rules.ts";
import { serveOutput } from "./serve.ts";

/** An output of one or several commands. */
export interface JsonOutput {
  /** The name of its schema: `lint` is in `schema/lint.schema.json`. */
  readonly name: string;
  /** The commands that print it, without `--format json`. */
  readonly commands: readonly string[];
  readonly schema: TSchema;
}

export const jsonOutputs: readonly JsonOutput[] = [
  { name: "lint", commands: ["lint"], schema: lintOutput },
  { name: "rules", commands: ["rules"], schema: rulesOutput },
  { name: "explain", commands: ["explain"], schema: explainOutput },
  { name: "convert", commands: ["convert"], schema: convertOutput },
  { name: "simulation", commands: ["simulate"], schema: simulationSchema },
  { name: "test", commands: ["test"], schema: testSchema },
  { name: "serve", commands: ["serve"], schema: serveOutput },
  { name: "open-questions", commands: ["simulate --options"], schema: openQuestionsOutput },
  {
    name: "plan",
    commands: ["plan"],
    schema: planOutput,
  },
  { name: "deploy", commands: ["deploy", "rollback"], schema: deployOutput },
  { name: "diff", commands: ["diff"], schema: diffOutput },
  { name: "pull", commands: ["pull"], schema: pullOutput },
  { name: "history", commands: ["history"], schema: historyOutput },
  { name: "build", commands: ["build"], schema: buildOutput },
  { name: "init", commands: ["init"], schema: initOutput },
  { name: "doctor", commands: ["doctor"], schema: doctorOutput },
  { name: "emulator", commands: ["emulator"], schema: emulatorOutput },
];
