import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  compare,
  directionsDialect,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { SourceCode } from "@traffic-policy/project/source";
import { migratePolicy } from "@traffic-policy/policy-proof/migration";
import { expect, test } from "vitest";
import { arbitraryPolicy } from "../policy-builder/to-source/arbitrary-policy.ts";
import { evaluate } from "../policy-builder/to-source/evaluate.ts";
import { sampled } from "../seeded.ts";
import { compile } from "../types/compile.ts";
import { project, run } from "./command.ts";

const examples = fileURLToPath(new URL("../../docs/examples", import.meta.url));
const fixtures = fileURLToPath(new URL("fixtures/edges", import.meta.url));

function commentsOf(file: string, text: string): string[] {
  const code = SourceCode.parse(file, text);
  return (code?.comments ?? []).map(({ start, end }) => text.slice(start, end)).toSorted();
}

interface Migrated {
  readonly policies: readonly {
    readonly policy: string;
    readonly state: string;
    readonly document: JsonObject;
    readonly modules?: readonly string[];
    readonly notes: readonly { readonly kind: string; readonly path: string }[];
  }[];
}

/** Migrates files, and gives what the output says of them. */
async function migrated(cwd: string, files: readonly string[], ...options: readonly string[]) {
  const args = ["migrate", ...files, "--write", "--format", "json", "--timeout", "1", ...options];
  const { out, err } = await run(args, { cwd });
  expect(err).toBe("");
  return (JSON.parse(out) as Migrated).policies;
}

test("policies of edges, in the examples and of init among them, are migrated as code: it compiles, and all comments are there", async () => {
  const cwd = project({});
  cpSync(fixtures, cwd, { recursive: true });
  cpSync(join(examples, "edges"), join(cwd, "edges"), { recursive: true });
  await run(["init", "new", "--for", "tcp-edge", "--hook", "none", "--ci", "none"], { cwd });
  symlinkSync(join(examples, "node_modules"), join(cwd, "node_modules"));
  const files = [
    "edges/ssh.policy.ts",
    "edges/web.policy.ts",
    "fixing/office.policy.ts",
    "ignoring/ssh.policy.ts",
    "writing/composed.policy.ts",
    "writing/first.policy.ts",
    "new/policies/ssh.policy.ts",
  ];
  const imported = ["writing/common-rules.ts", "fleet/shared/crawlers.ts"];
  const fleet = "fleet/services/shop/web.policy.ts";
  const texts = new Map(
    [...files, ...imported, fleet].map((file) => [file, readFileSync(join(cwd, file), "utf8")]),
  );
  const results = [
    ...(await migrated(cwd, files)),
    ...(await migrated(cwd, [fleet], "-e", "staging")),
  ];
  expect(results.map(({ state }) => state)).toEqual(results.map(() => "migrated"));
  expect(results.flatMap(({ notes }) => notes.filter(({ kind }) => kind === "left"))).toEqual([]);
  expect(results.flatMap(({ modules = [] }) => modules)).toEqual(imported);

  for (const [file, before] of texts) {
    const after = readFileSync(join(cwd, file), "utf8");
    expect({ file, comments: commentsOf(file, after) }).toEqual({
      file,
      comments: commentsOf(file, before),
    });
    expect(after).toContain('"@traffic-policy/policy-builder/phases"');
  }
  const tsconfig = {
    extends: fileURLToPath(new URL("../types/tsconfig.json", import.meta.url)),
    compilerOptions: { allowImportingTsExtensions: true, noUnusedLocals: true },
    files: [...texts.keys()],
  };
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify(tsconfig));
  expect(compile(pathToFileURL(join(cwd, "tsconfig.json")).href).errors).toEqual([]);
});

test("what toSource prints of any policy is migrated to code that builds the migrated document", async () => {
  const documents = sampled(arbitraryPolicy, 25, 600);
  const cases = await Promise.all(
    documents.map(async (document, index) => ({
      file: `${index}.ts`,
      document,
      text: await toSource(document, { protocol: "http" }),
    })),
  );
  const wanted = new Map(
    cases.flatMap(({ file, document }) => {
      const options = { from: directionsDialect, to: phasesDialect, protocol: "http" } as const;
      const { document: after, notes } = migratePolicy(document, options);
      // The builder makes no policy with an action that its section does not have; what is no rule is not read.
      const isOdd = notes.some(({ message }) =>
        /does not exist in|is no (?:rule|action)/.test(message),
      );
      return after === undefined || isOdd ? [] : [[file, after] as const];
    }),
  );
  expect(wanted.size).toBeGreaterThan(documents.length / 4);
  const cwd = project(Object.fromEntries(cases.map(({ file, text }) => [file, text])));
  const results = await migrated(cwd, [...wanted.keys()], "--protocol", "http");
  const refused = results.filter(({ state }) => state === "refused");
  expect(
    refused.map(({ policy, notes }) => ({
      policy,
      left: notes.filter(({ kind, path }) => kind === "left" && path === ""),
    })),
  ).toEqual([]);
  for (const { policy, state } of results) {
    if (state === "unchanged") continue;
    const text = readFileSync(join(cwd, policy), "utf8");
    const built = evaluate(text).toDocument() as JsonValue;
    const { state: found } = compare(wanted.get(policy) ?? null, built, phasesDialect);
    expect({ policy, isOther: found === "different" }).toEqual({ policy, isOther: false });
  }
});
