import { TextsHost } from "@traffic-policy/language-server";
import { describe, expect, test } from "vitest";
import { runModule } from "../../packages/playground/src/code/run-module.ts";
import type { PlaygroundState, WrittenPolicy } from "../../packages/playground/src/link/state.ts";
import { answer } from "../../packages/playground/src/work/answer.ts";
import type {
  Answer,
  PolicyText,
  Question,
  QuestionKind,
  ShownExchange,
  ShownResult,
  Simulated,
  TracedPart,
} from "../../packages/playground/src/work/messages.ts";
import { moduleHost } from "../playground/code/module-host.ts";
import {
  commandOf,
  openedExamples,
  type OpenedExample,
  pageExamples,
  type PageExample,
} from "./playground-examples.ts";

// What the playground says of an example is what its page says.

async function built(policy: WrittenPolicy): Promise<PolicyText> {
  const { language, text } = policy;
  if (language !== "typescript") return { language, text };
  const result = await runModule(text, moduleHost);
  if (result.state === "built") return { ...result.policy, code: text };
  throw new Error(result.problem.message);
}

async function ask<Kind extends QuestionKind>(
  kind: Kind,
  { policy, protocol }: PlaygroundState,
  more: object = {},
): Promise<Answer<Kind>> {
  const about = { policy: await built(policy), ...(protocol && { protocol }), ...more };
  const reply = await answer(kind, about as Question<Kind>);
  if (reply.state === "answered") return reply.answer as Answer<Kind>;
  throw new Error(reply.problem.message);
}

function ofCommand(name: string): OpenedExample[] {
  return openedExamples.filter((one) => commandOf(one) === name);
}

/** The parts of each line of a text that a pattern matches. */
function linesOf(text: string, pattern: RegExp): (string | undefined)[][] {
  return text.split("\n").flatMap((line) => {
    const match = pattern.exec(line);
    return match === null ? [] : [match.slice(1)];
  });
}

/** Who asks for what, without where from and what else is sent. */
function asked({ title }: Pick<ShownExchange, "title">): string {
  return title.replace(/(?:;| from| with) .*$/, "");
}

/** A result as the command prints it. */
function resultLine({ text, by }: ShownResult): string {
  return by === undefined ? text : `${text} by ${by}`;
}

describe("a request has the outcome that is printed", () => {
  const symbols = { true: "✓", false: "✗", error: "!", value: "", skipped: "" };

  test.each(ofCommand("simulate"))("$title", async ({ state, block }) => {
    // Of several possible outcomes, the page shows how the first comes about.
    const text = block.text.replace(/\n2\. [^]*/, "\n");
    const { exchange } = state;
    const simulated = (await ask("simulate", state, { exchange })) as Simulated;
    expect(text.split("\n")[1]?.split(" from ")).toContain(asked(simulated.exchange));
    const { possible = [{ result: simulated.result, cases: [] }] } = simulated;
    for (const { result, cases } of possible) {
      expect(block.text).toContain(resultLine(result));
      for (const line of cases) expect(block.text).toContain(`     ${line}\n`);
    }
    const rules = simulated.directions.flatMap((one) => one.rules);
    expect(linesOf(text, /^ {2}(matched|not matched|failed) {2,}(.+?) {2}\S+:(\d+)$/)).toEqual(
      rules
        .filter(({ result }) => result !== "skipped")
        .map(({ word, name, place }) => [word, name, String(place?.line)]),
    );
    const isIn = (part: TracedPart): TracedPart[] => [part, ...part.operands.flatMap(isIn)];
    const decided = rules
      .flatMap(({ expressions }) => expressions.flatMap(isIn))
      .filter((part) => part.decided)
      .map((part) => [symbols[part.state], part.text, part.because]);
    const printed = linesOf(text, /^ {15,}([✓✗!]) (.+?)(?: {3}(.*))?$/).map(
      ([symbol, expression, because = ""]) => [symbol, expression, because],
    );
    expect(decided).toEqual(expect.arrayContaining(printed));
    const changes = rules
      .flatMap(({ actions }) => actions.flatMap((one) => one.changes))
      .flatMap(({ what, before, after }) => [
        ...(before === undefined ? [] : [["-", what, before]]),
        ...(after === undefined ? [] : [["+", what, after]]),
      ]);
    expect(linesOf(text, /^ {19}([-+]) (.+?): (.*)$/)).toEqual(changes);
    const { upstream, client } = simulated;
    const [[reached] = []] = linesOf(text, /^ {2}the upstream gets {2}(.*)$/);
    const isHttp = client !== undefined || simulated.clientNote !== undefined;
    const nothing = isHttp ? "nothing" : undefined;
    expect(upstream ? `${upstream.method} ${upstream.url}` : nothing).toBe(reached);
    const [[status] = []] = linesOf(text, /^ {2}the client gets {4}(\d+)/);
    expect(client && String(client.status)).toBe(status);
  });
});

interface Found {
  readonly severity: string;
  readonly message: string;
  readonly rule: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** What is found in the editor of the policy: by the language server, or in what code has built. */
async function found(state: PlaygroundState): Promise<Found[]> {
  const { policy, protocol } = state;
  if (policy.language === "typescript") {
    const { findings } = await ask("lint", state);
    return findings.map(({ severity, message, rule, place }) => ({
      severity,
      message,
      rule,
      line: place?.line,
      column: place?.column,
    }));
  }
  const host = new TextsHost(protocol && { protocol });
  const uri = `file:///web.policy.${policy.language}`;
  host.give(uri, policy.text);
  const { findings } = await host.check(uri, "policy");
  return (findings[uri] ?? []).map(({ severity, message, rule, location }) => ({
    severity,
    message,
    rule,
    line: location?.start.line,
    column: location?.start.column,
  }));
}

/** The findings that the first command of a block prints. */
function printedFindings({ block }: OpenedExample): Found[] {
  const [, text = ""] = block.text.split(/^\$ .*$/m);
  const pattern =
    /^(error|warning|info): (.*) ([a-z]+\/[a-z-]+)\n {1,3}--> \S+?:(\d+):(\d+)(?: \(\S+\))?$/gm;
  return [...text.matchAll(pattern)].map(([, severity = "", message = "", rule, line, column]) => ({
    severity,
    message,
    rule,
    line: Number(line),
    column: Number(column),
  }));
}

describe("lint finds what is printed", () => {
  const commands = ofCommand("lint");
  const isFixing = ({ name }: OpenedExample): boolean => name.includes(" --fix");

  test.each(commands.filter((one) => !isFixing(one)))("$title", async (example) => {
    expect(await found(example.state)).toEqual(printedFindings(example));
  });

  const fixing = commands.filter(isFixing);
  const isCode = ({ state }: OpenedExample): boolean => state.policy.language === "typescript";

  test.each(fixing.filter((one) => !isCode(one)))("with safe fixes: $title", async (example) => {
    const all = await found(await fixed(example.state));
    const isError = ({ severity }: Found): number => Number(severity === "error");
    // The command prints errors first.
    expect(all.toSorted((one, other) => isError(other) - isError(one))).toEqual(
      printedFindings(example),
    );
  });

  // The page fixes no code.
  test.each(fixing.filter(isCode))("with what else is fixed: $title", async (example) => {
    const all = await found(example.state);
    const printed = printedFindings(example);
    expect(all).toEqual(expect.arrayContaining(printed));
    expect(all.length).toBeGreaterThan(printed.length);
  });

  test("there is one of each", () => {
    expect(commands.length - fixing.length).toBeGreaterThan(2);
    expect(fixing.map(isCode)).toEqual([false, true]);
  });
});

/** The policy with all safe fixes. */
async function fixed(state: PlaygroundState): Promise<PlaygroundState> {
  const { language, text } = state.policy;
  const host = new TextsHost();
  const uri = `file:///web.policy.${language}`;
  host.give(uri, text);
  return { ...state, policy: { language, text: (await host.fixAll(uri)) ?? text } };
}

describe("the example of a rule is found by it when it is wrong, and nothing is when it is right", () => {
  const ofRules = openedExamples.filter(({ page }) => page.path.startsWith("docs/rules/"));

  test.each(ofRules)("$title", async ({ name, page, state }) => {
    const rule = page.path.replace(/^docs\/rules\/|\.md$/g, "");
    const all = await found(state);
    const other = all.filter((one) => one.rule !== rule && one.severity !== "info");
    expect(other).toEqual([]);
    expect(all.some((one) => one.rule === rule)).toBe(name.startsWith("what is wrong"));
  });
});

/** What the names of a policy and of its cases have in common. */
function stemOf(file: string): string {
  return file.replace(/\.(?:policy|cases)\.\w+$/, "");
}

describe("cases have the results that are printed", () => {
  const withCases = openedExamples.filter(({ state }) => state.cases !== undefined);

  test.each(withCases)("$title", async (example) => {
    const { state, page, block } = example;
    const { cases = "" } = state;
    const run = await ask("runCases", state, { cases });
    const text = commandOf(example) === undefined ? page.text : block.text;
    const [, file = ""] = / file=docs\/examples\/(\S+)$/.exec(block.info) ?? [];
    // The name is relative to where the command is run.
    const printed = linesOf(text, /^[✓✗] (\S+) {2}for \S+ {2}(.*)$/)
      .filter(([of = ""]) => file === "" || `/${stemOf(file)}`.endsWith(`/${stemOf(of)}`))
      .map(([, counts]) => counts);
    const { passed, failed } = run.counts;
    expect(printed[0]).toBe(
      failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`,
    );
    if (commandOf(example) === undefined) return;
    const differences = run.cases.flatMap((one) => one.differences);
    expect(linesOf(text, /^ {6}(expected|received) {2}(.*)$/)).toEqual(
      differences.flatMap(({ expected, received }) => [
        ["expected", expected],
        ["received", received],
      ]),
    );
    expect(linesOf(text, /^ {4}(URL .*)$/)).toEqual(differences.map(({ what }) => [what]));
    if (!/ --(?:coverage|suggest)$/.test(example.name)) return;
    const gaps = [...text.matchAll(/^ {2}uncovered: (.*)\n {4}--> \S+:(\d+):(\d+)$/gm)];
    expect(
      run.coverage.gaps.map(({ message, place }) => [message, place?.line, place?.column]),
    ).toEqual(gaps.map(([, message, line, column]) => [message, Number(line), Number(column)]));
    expect(text).toContain(run.summary.replace("passed.", "passed in 1 file."));
    expect(
      linesOf(text, /^ +(\d+) % {2}[#.]+ {2}(\w+): (.+?) {2,}matched (\d+), not matched (\d+)$/),
    ).toEqual(
      run.coverage.rules.map(({ percent, path, name, matched, notMatched }) =>
        [percent, sectionOf(path), name, matched, notMatched].map(String),
      ),
    );
    if (!example.name.endsWith(" --suggest")) return;
    const { document, count } = await ask("suggestCases", state, { cases });
    const [, suggested = ""] = /\nsuggested for .*\n\n([^]*)\n\n\d+ passed/.exec(text) ?? [];
    expect(document.replace(cases, "").trim()).toBe(suggested.trim());
    expect(count).toBeGreaterThan(0);
  });
});

function sectionOf(path: string): string {
  return path.split("/")[1] ?? "";
}

describe("assertions have the verdicts that are printed", () => {
  const withAssertions = openedExamples.filter(({ state }) => state.assertions !== undefined);
  const symbols: Readonly<Record<string, string>> = { proved: "✓", refuted: "✗", unknown: "?" };

  test.each(withAssertions)("$title", async (example) => {
    const { state, page, block } = example;
    const { assertions } = state;
    const proved = await ask("prove", state, { assertions });
    const command = commandOf(example);
    const { text } = command === undefined ? page : block;
    const verdicts = proved.assertions.map(({ name, verdict }) => [symbols[verdict], name]);
    const printed = linesOf(text, /^ {2}([✓✗?]) (.+?)(?: {2}(?:refuted|unknown) .*)?$/);
    expect(command === undefined ? printed : verdicts).toEqual(
      expect.arrayContaining(command === undefined ? verdicts : printed),
    );
    expect(verdicts.length).toBeGreaterThan(0);
    if (command === undefined) return;
    const shown = new Set(printed.map(([, name]) => name));
    expect(linesOf(text, /^ {6}for {2}(.+?)(?: from \S+)?(?: with .+?)?: (.*)$/)).toEqual(
      proved.assertions.flatMap(({ name, counterexample }) =>
        counterexample === undefined || !shown.has(name)
          ? []
          : [[asked(counterexample), counterexample.result.text]],
      ),
    );
  });
});

describe("what nothing reaches is what is printed", () => {
  const reach = ofCommand("prove").filter(({ name }) => name.includes(" --reach "));

  test.each(reach)("$title", async ({ state, block }) => {
    const { rules } = await ask("prove", state);
    const symbols = { reached: "✓", never: "✗", unknown: "?" };
    expect(
      linesOf(
        block.text,
        /^ {2}([✓✗?]) (\w+): (.+?) {2,}\d+ of \d+(?: {2}(.+?)(?: from \S+)?(?: with .+)?)?$/,
      ),
    ).toEqual(
      rules.map(({ state: result, path, name, witness }) => [
        symbols[result],
        sectionOf(path),
        name,
        result === "reached" && witness ? asked(witness) : undefined,
      ]),
    );
    expect(linesOf(block.text, /^ {6}never {2}(.*) {2}\S+:(\d+):(\d+)$/)).toEqual(
      rules.flatMap(({ unreached }) =>
        unreached.map(({ message, place }) => [
          message,
          String(place?.line),
          String(place?.column),
        ]),
      ),
    );
  });

  test("there is one", () => {
    expect(reach).not.toEqual([]);
  });
});

describe("two policies differ as it is printed", () => {
  test.each(ofCommand("diff"))("$title", async ({ name, state, block }) => {
    if (state.other === undefined) throw new Error("There is no other policy.");
    const compared = await ask("compare", state, { other: await built(state.other) });
    expect(compared.documents).toBe("different");
    expect(block.text).toMatch(/^(?:web {2})?different {2}/m);
    if (!name.includes(" --semantic")) return;
    expect(linesOf(block.text, /^ {2}behaviour: (.*)$/)).toEqual([[compared.text]]);
    const value = "(?:when|for|before|stored|after|local)";
    const groups = linesOf(block.text, new RegExp(`^ {4}${value} +(.*)$`)).map(([line]) => line);
    expect(groups).toEqual(
      compared.groups.flatMap(({ which, before, after }) => [
        which,
        resultLine(before),
        resultLine(after),
      ]),
    );
  });
});

describe("a drawing shows what is printed", () => {
  test.each(ofCommand("draw"))("$title", async ({ state, block }) => {
    const { svg } = await ask("draw", state);
    const names = linesOf(block.text, /^ +rule\d+\["\d+ (.+?)<br>/).map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name = "") => !svg.includes(name))).toEqual([]);
  });
});

describe("the document of a policy in TypeScript is what is printed", () => {
  const codeOf = <T extends PageExample>(all: readonly T[], { page, block }: PageExample) => {
    const [, file = ""] = / policy=(\S+)$/.exec(block.info) ?? [];
    return all.find((one) => one.page === page && one.block.info === `ts file=${file}`);
  };
  const documents = openedExamples.filter(
    (one) => one.block.info.includes(" policy=") && codeOf(pageExamples, one)?.reason === undefined,
  );

  test.each(documents)("$title", async (example) => {
    const { block, state } = example;
    const code = codeOf(openedExamples, example);
    if (code === undefined) throw new Error(`The page does not show the code of ${block.info}.`);
    const { text } = await ask("deployed", code.state);
    expect(JSON.parse(text)).toEqual(JSON.parse(state.policy.text));
  });

  test("there is one", () => {
    expect(documents).not.toEqual([]);
  });
});

/** What is found in policies that pages show because of it, by how their texts begin. */
const saidOfPolicies: ReadonlyMap<string, readonly string[]> = new Map([
  ["# This policy has mistakes", ["expression/unguarded-access", "flow/shadowed-rule"]],
  // The page does not know TLS.
  [
    "# From the examples of the service's API reference, for a TLS edge",
    ["expression/perhaps-missing"],
  ],
  // These are migrated.
  ["# Logins by SSH.", ["expression/renamed-variable"]],
  ["# The shop.", ["expression/renamed-variable"]],
  ["// The shop, in code.", Array.from({ length: 4 }, () => "expression/renamed-variable")],
  [
    "# A policy from the first days.",
    [
      "document/module-key",
      "expression/unknown-name",
      "expression/unknown-name",
      "expression/renamed-variable",
      "action/unavailable",
      "expression/renamed-variable",
      "expression/type",
    ],
  ],
]);

describe("every policy of the pages can be deployed, and no more is found in it than its page says", () => {
  const policies = openedExamples.filter(
    (one) => commandOf(one) === undefined && !one.page.path.startsWith("docs/rules/"),
  );

  test.each(policies)("$title", async ({ state }) => {
    expect((await ask("deployed", state)).bytes).toBeGreaterThan(20);
    const rules = (await found(state)).map(({ rule }) => rule);
    const { text } = state.policy;
    const expected = [...saidOfPolicies].find(([first]) => text.startsWith(first))?.[1] ?? [];
    expect(rules).toEqual(expected);
  });
});
