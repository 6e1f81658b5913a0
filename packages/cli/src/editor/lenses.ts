import {
  possibleOutcomes,
  type Answer,
  type CompiledPolicy,
  type RuleReference,
} from "@traffic-policy/policy-engine";
import type { Lens } from "@traffic-policy/language-server";
import { Prover, type Example } from "@traffic-policy/policy-proof";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { casesText, exchangeLine, ruleName } from "@traffic-policy/policy-engine/report";
import { cases, assertions, filesBeside } from "@traffic-policy/project/checks";
import { isAtService, targetsHolding } from "@traffic-policy/project/selection";
import { SitesUnderTest } from "../cases/sites-under-test.ts";
import { PoliciesUnderTest } from "../checks/policies-under-test.ts";
import { runCaseFiles } from "../cases/run-case-files.ts";
import { counted, listed } from "@traffic-policy/policy-language/internal";
import type { DocumentCheck } from "./check-policy.ts";
import { editorCommands } from "./command-names.ts";
import { usualRequest } from "./commands.ts";
import { policyOf } from "./policy-of.ts";

/** Milliseconds of search for an exchange: a user is waiting for a line to appear. */
const searchTime = 500;

/** Milliseconds that the lenses of a document wait for exchanges: an editor cannot run a lens without a title. */
const firstSearchTime = 200;

/** Returns the code lenses of a policy and each of its rules; slow lenses have no title yet. */
export async function lensesOf(check: DocumentCheck): Promise<Lens[]> {
  const { uri, file, scope, context } = check;
  const loaded = await policyOf(check);
  if (loaded === undefined) return [];
  const { policy, builtAt } = loaded;
  const about = (path: string): Pick<Lens, "uri" | "path" | "location"> => {
    const built = builtAt?.(path);
    if (built === undefined) return { uri, path };
    return { uri, path, location: { file, start: built.start, end: built.start } };
  };
  const whole = about("");
  const kinds: Lens[] = [
    {
      ...whole,
      kind: "simulate",
      title: policy.protocol === "http" ? `simulate ${usualRequest}` : "simulate a connection",
      command: editorCommands.simulate,
    },
    { ...whole, kind: "prove", title: "prove what is reached", command: editorCommands.prove },
  ];
  if (filesBeside(file, cases, context.files).length > 0) {
    kinds.push({ ...whole, kind: "cases", command: editorCommands.test });
  }
  if (filesBeside(file, assertions, context.files).length > 0) {
    const title = "prove the assertions";
    kinds.push({ ...whole, kind: "prove", title, command: editorCommands.assertions });
  }
  if (targetsHolding(file, scope.environments).some(isAtService)) {
    const title = "compare with what is stored";
    kinds.push({ ...whole, kind: "stored", title, command: editorCommands.diff });
  }
  const rules = rulesOf(policy).filter(({ path }) => {
    const built = builtAt?.(path);
    return built === undefined || built.file === file;
  });
  const end = context.clock.elapsed() + firstSearchTime;
  const isOver = (): boolean => context.clock.elapsed() >= end || check.isOutdated();
  const prover = new Prover(policy, { budget: { isOver } });
  for (const rule of rules) {
    const title = isOver() ? undefined : reachTitle(rule, policy, prover);
    kinds.push({
      ...about(rule.path),
      kind: "reach",
      command: editorCommands.reach,
      // What is unknown now may be found with more time.
      ...(title !== undefined && title !== unknownTitle && { title }),
    });
  }
  return kinds;
}

export async function lensTitle(lens: Lens, check: DocumentCheck): Promise<string> {
  if (lens.kind === "cases") return casesTitle(check);
  const loaded = await policyOf(check);
  const rule = loaded && rulesOf(loaded.policy).find(({ path }) => path === lens.path);
  if (loaded === undefined || rule === undefined) return "the policy has changed";
  const { clock } = check.context;
  const end = clock.elapsed() + searchTime;
  const isOver = (): boolean => clock.elapsed() >= end;
  return reachTitle(rule, loaded.policy, new Prover(loaded.policy, { budget: { isOver } }));
}

const unknownTitle = "not known whether anything matches";

function reachTitle(rule: RuleReference, policy: CompiledPolicy, prover: Prover): string {
  const { problems } = policy;
  const isWrong = problems.some(({ path }) => path.startsWith(`${rule.path}/expressions`));
  if (isWrong) return unknownTitle;
  const found = prover.matching(rule);
  switch (found.kind) {
    case "reached":
      return `matches ${exchangeLine(new SecretMask().example(found.exchange))}${condition(rule, policy, found.exchange)}`;
    case "never": {
      // A rule that the service would not take may be what keeps requests from this one.
      if (problems.length > 0) return unknownTitle;
      const by = found.by.map((other) => {
        const where = other.direction === rule.direction ? "" : ` of ${other.direction}`;
        return other.name ?? `${ruleName(other)}${where}`;
      });
      const reason =
        by.length === 0 ? "" : `: ${listed(by)} ${by.length === 1 ? "takes" : "take"} its requests`;
      return `nothing matches this rule${reason}`;
    }
    case "unknown":
      return unknownTitle;
  }
}

function condition(rule: RuleReference, policy: CompiledPolicy, example: Example): string {
  const { secrets, random = 0, ...exchange } = example;
  const given = { ...(secrets && { secrets }), random: () => random, trace: false };
  const { possible } = possibleOutcomes(policy, exchange, {}, given);
  const reached = possible.filter(({ outcome }) =>
    outcome.matched.some(({ path }) => path === rule.path),
  );
  if (reached.length === possible.length) return "";
  const [first = [], ...others] = reached.flatMap(({ when }) => when);
  const always = first.filter((one) =>
    others.every((answers) => answers.some((other) => isSame(one, other))),
  );
  return always.length === 0
    ? ", depending on what only the service knows"
    : ` ${casesText([always]).join("")}`;
}

function isSame(one: Answer, other: Answer): boolean {
  return one.path === other.path && one.text === other.text && one.answer === other.answer;
}

async function casesTitle({ file, scope, context }: DocumentCheck): Promise<string> {
  const { files } = context;
  const policies = new PoliciesUnderTest(scope.environments, files, { coverage: true });
  const sites = new SitesUnderTest(scope.environments, context);
  const names = filesBeside(file, cases, files);
  const report = await runCaseFiles(names, { policies, sites }, {}, context);
  if (report.failures.length > 0) return "the cases cannot be run";
  const all = report.files.flatMap((one) => one.cases);
  const undecided = all.filter(({ state }) => state === "undecided").length;
  const failed = all.filter(({ state }) => state !== "passed").length - undecided;
  const tested = await policies.all();
  const gaps = tested.reduce((sum, { coverage }) => sum + (coverage?.gaps().length ?? 0), 0);
  return [
    counted(all.length, "case"),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
    // The cases of a site cover no policy.
    ...(tested.length === 0 ? [] : [gaps === 0 ? "everything is covered" : `${gaps} not covered`]),
  ].join(", ");
}

function rulesOf({ rules, problems }: CompiledPolicy): RuleReference[] {
  const wrong = new Set(problems.map(({ path }) => path));
  return rules.filter(({ path }) => !wrong.has(path));
}
