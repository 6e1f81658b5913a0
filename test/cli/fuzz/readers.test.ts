import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseJson } from "@traffic-policy/policy-language";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandError } from "../../../packages/cli/src/context.ts";
import { whyNoSentence } from "../../damage.ts";
import { outsideTexts, withExtremes } from "../../fuzz/outside-texts.ts";
import { seedAndRuns, seededAsync } from "../../seeded.ts";
import { readIn, readers, readText, type Reader } from "./readers.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  mkdirSync(join(folder, ".traffic-policy/history/web"), { recursive: true });
  readIn(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What is wrong with how a reader takes a text, if something is. */
async function faultOf(reader: Reader, text: string): Promise<string | undefined> {
  try {
    await readText(reader, text);
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) return String((error as Error).stack);
    const { message, help = "." } = error;
    // What the user wrote is repeated with its control characters, which the terminal shows escaped.
    const said =
      whyNoSentence(message.replaceAll(/\p{Cc}/gu, " ")) ?? whyNoSentence(help === "" ? "." : help);
    return said ?? (isInside(message, reader, text) ? undefined : `No such place: ${message}`);
  }
}

/** Whether the place that a message begins with, if it does, is in the text. */
function isInside(message: string, { file = "" }: Reader, text: string): boolean {
  const [, line, column] = /^:(\d+):(\d+): /.exec(message.slice(file.length)) ?? [];
  if (line === undefined) return true;
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const length = lines[Number(line) - 1]?.length ?? -1;
  return Number(column) >= 1 && Number(column) <= length + 1;
}

describe.each(readers)("$name", (reader) => {
  test("that is right is taken", async () => {
    for (const seed of reader.seeds) await expect(readText(reader, seed)).resolves.toBeUndefined();
  });

  test("with something extreme at any place is taken, or refused in a sentence", async () => {
    const faults: string[] = [];
    // A few of many, unless there is time.
    const [first, times] = seedAndRuns(1, 8);
    for (const seed of reader.seeds) {
      const texts = [...withExtremes(parseJson(seed).value ?? null)];
      for (const text of texts.filter((_text, index) => (first + index) % 8 < times)) {
        const fault = await faultOf(reader, text);
        if (fault !== undefined) faults.push(`${text.slice(0, 300)}: ${fault}`);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
  });

  test("that was changed is taken, or refused in a sentence with a place inside it", async () => {
    await seededAsync(
      fc.asyncProperty(outsideTexts(reader.seeds), async (text) => {
        expect(await faultOf(reader, text)).toBeUndefined();
      }),
      40,
      10_000,
    );
  });
});
