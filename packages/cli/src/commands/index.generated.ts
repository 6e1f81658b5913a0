// Generated from the folders of the commands by "pnpm generate"; do not edit.
import type { CommandModules } from "../program/definition.ts";

export const commands: readonly CommandModules[] = [
  {
    name: "audit",
    command: () => import("./audit/command.ts"),
    run: () => import("./audit/run.ts"),
  },
  {
    name: "build",
    command: () => import("./build/command.ts"),
    run: () => import("./build/run.ts"),
  },
  {
    name: "complete",
    command: () => import("./complete/command.ts"),
    run: () => import("./complete/run.ts"),
  },
  {
    name: "completion",
    command: () => import("./completion/command.ts"),
    run: () => import("./completion/run.ts"),
  },
  {
    name: "convert",
    command: () => import("./convert/command.ts"),
    run: () => import("./convert/run.ts"),
  },
  {
    name: "deploy",
    command: () => import("./deploy/command.ts"),
    run: () => import("./deploy/run.ts"),
  },
  { name: "diff", command: () => import("./diff/command.ts"), run: () => import("./diff/run.ts") },
  {
    name: "doctor",
    command: () => import("./doctor/command.ts"),
    run: () => import("./doctor/run.ts"),
  },
  { name: "draw", command: () => import("./draw/command.ts"), run: () => import("./draw/run.ts") },
  {
    name: "edges",
    command: () => import("./edges/command.ts"),
    run: () => import("./edges/run.ts"),
  },
  {
    name: "emulator",
    command: () => import("./emulator/command.ts"),
    run: () => import("./emulator/run.ts"),
  },
  {
    name: "endpoints",
    command: () => import("./endpoints/command.ts"),
    run: () => import("./endpoints/run.ts"),
  },
  {
    name: "explain",
    command: () => import("./explain/command.ts"),
    run: () => import("./explain/run.ts"),
  },
  {
    name: "history",
    command: () => import("./history/command.ts"),
    run: () => import("./history/run.ts"),
  },
  {
    name: "impact",
    command: () => import("./impact/command.ts"),
    run: () => import("./impact/run.ts"),
  },
  { name: "init", command: () => import("./init/command.ts"), run: () => import("./init/run.ts") },
  { name: "lint", command: () => import("./lint/command.ts"), run: () => import("./lint/run.ts") },
  { name: "lsp", command: () => import("./lsp/command.ts"), run: () => import("./lsp/run.ts") },
  { name: "mcp", command: () => import("./mcp/command.ts"), run: () => import("./mcp/run.ts") },
  {
    name: "migrate",
    command: () => import("./migrate/command.ts"),
    run: () => import("./migrate/run.ts"),
  },
  { name: "plan", command: () => import("./plan/command.ts"), run: () => import("./plan/run.ts") },
  {
    name: "playground",
    command: () => import("./playground/command.ts"),
    run: () => import("./playground/run.ts"),
  },
  {
    name: "promote",
    command: () => import("./promote/command.ts"),
    run: () => import("./promote/run.ts"),
  },
  {
    name: "prove",
    command: () => import("./prove/command.ts"),
    run: () => import("./prove/run.ts"),
  },
  { name: "pull", command: () => import("./pull/command.ts"), run: () => import("./pull/run.ts") },
  {
    name: "rollback",
    command: () => import("./rollback/command.ts"),
    run: () => import("./rollback/run.ts"),
  },
  {
    name: "routes",
    command: () => import("./routes/command.ts"),
    run: () => import("./routes/run.ts"),
  },
  {
    name: "serve",
    command: () => import("./serve/command.ts"),
    run: () => import("./serve/run.ts"),
  },
  {
    name: "simulate",
    command: () => import("./simulate/command.ts"),
    run: () => import("./simulate/run.ts"),
  },
  { name: "test", command: () => import("./test/command.ts"), run: () => import("./test/run.ts") },
];
