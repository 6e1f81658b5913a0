import { readdirSync } from "node:fs";
import { ExplainedError } from "@traffic-policy/project";
import { siteDefects } from "@traffic-policy/policy-language/site";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededAsync } from "../../seeded.ts";
import { exampleFiles, examples, readSite } from "./site-of.ts";

const odd = [
  "[]",
  "{}",
  "null",
  "5",
  '"a"',
  '"${"',
  '"*"',
  '"https://"',
  '"tcp://*.internal"',
  "[[1]]",
  "\0",
];

// A value of YAML in flow style or behind a key, or any part of the text.
const damage = fc.record({
  example: fc.constantFrom(...examples),
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  text: fc.constantFrom(...odd, ""),
  isValue: fc.boolean(),
});

test("a damaged file of a site is read or refused with a sentence, and its defects are found", async () => {
  const done = await seededAsync(
    fc.asyncProperty(damage, async ({ example, file, at, length, text, isValue }) => {
      const files = exampleFiles(example);
      const names = readdirSync(files.folder);
      const path = files.resolve(names[file % names.length] ?? "");
      const whole = files.textOf(path);
      const values = [...whole.matchAll(/(?<=: |\[)[^\s{[][^\n,}\]]*/g)];
      const value = isValue ? values[Math.floor(at * (values.length - 1))] : undefined;
      const start = value?.index ?? Math.floor(at * whole.length);
      const end = start + (value?.[0].length ?? length);
      files.give(path, whole.slice(0, start) + text + whole.slice(end));
      const reading = await readSite(files, ["."]).catch((error: unknown) => {
        // A configuration that is wrong is refused as a whole.
        if (error instanceof ExplainedError) return undefined;
        throw error;
      });
      if (reading === undefined) return;
      const { site, failures } = reading;
      for (const { error } of failures) expect(error).toBeInstanceOf(ExplainedError);
      for (const { message } of await siteDefects(site)) expect(message).toMatch(/\.$/);
    }),
    100,
    3000,
  );
  expect(done).toBeGreaterThan(0);
});
