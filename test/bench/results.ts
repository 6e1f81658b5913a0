import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import type { Table } from "./table.ts";

/** What one part came to, and where and when. */
export interface PartResult {
  /** A day: `2026-11-21`. */
  readonly date: string;
  readonly machine: string;
  readonly tables: readonly Table[];
}

/** The last result of each part, by its name. */
export type Results = Readonly<Record<string, PartResult>>;

const file = new URL("results.json", import.meta.url);

export function readResults(): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Results) : {};
}

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** More digits would only be noise in the history of the file. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

/** `2 × Some Processor, 8 GB, linux x64, Node v20.19.5` */
export function thisMachine(): string {
  const all = cpus();
  const model = all[0]?.model.replaceAll(/\s+/g, " ").trim() || "unknown processor";
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${all.length} × ${model}, ${gigabytes} GB, ${platform()} ${arch()}, Node ${process.version}`;
}
