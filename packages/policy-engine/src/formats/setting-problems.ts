import { isJsonObject, toPointer, type Problem } from "@traffic-policy/policy-language";
import { compileRegularExpression, didYouMean } from "@traffic-policy/policy-language/internal";
import type { CaseSettings } from "../cases/policy-case.ts";
import { answersOf, openQuestions, type BehaviourOptions } from "../options.ts";
import type { CompiledPolicy } from "../policy/compile-policy.ts";
import { stubResults } from "../run/stub-results.ts";

/** Returns the problems of a file's answers to open questions and of its stubs. */
export function settingProblems(
  {
    options = {},
    stubs = {},
  }: {
    readonly options?: Readonly<Record<string, unknown>>;
    readonly stubs?: Readonly<Record<string, unknown>>;
  },
  path: string,
): Problem[] {
  return [
    ...Object.entries(options).flatMap(([name, answer]) =>
      optionProblems(name, answer, `${path}/options${toPointer([name])}`),
    ),
    ...Object.entries(stubs).flatMap(([type, stub]): Problem[] => {
      if (isStub(stub)) return [];
      const message = `${JSON.stringify(stub)} is not a stub.`;
      const help =
        'Write next, close, fail, a status, {"answer": {"status": 401}}, or {"next": true, "results": {}}.';
      return [{ path: `${path}/stubs${toPointer([type])}`, message, help }];
    }),
  ];
}

function optionProblems(name: string, answer: unknown, path: string): Problem[] {
  if (!Object.hasOwn(openQuestions, name)) {
    const help =
      didYouMean(name, Object.keys(openQuestions)) ??
      "`traffic-policy simulate --options` lists all of them.";
    return [{ path, part: "key", message: `There is no option "${name}".`, help }];
  }
  const question = openQuestions[name as keyof BehaviourOptions];
  const { answers, default: usual } = question;
  const isRight =
    answers === undefined
      ? typeof answer === typeof usual && Array.isArray(answer) === Array.isArray(usual)
      : (answers as readonly unknown[]).includes(answer);
  const message = `${JSON.stringify(answer)} is not a valid answer for ${name}.`;
  return isRight ? [] : [{ path, message, help: answersOf(question) }];
}

function isStub(stub: unknown): boolean {
  if (typeof stub === "number") return stub >= 100 && stub <= 999;
  if (typeof stub === "string") return ["next", "close", "fail"].includes(stub);
  if (!isJsonObject(stub)) return false;
  const { results = {}, ...does } = stub;
  const [[key, value] = ["", undefined], ...others] = Object.entries(does);
  if (others.length > 0 || !isJsonObject(results)) return false;
  if (key === "next" || key === "close") return (value as unknown) === true;
  if (key === "fail") return typeof value === "string";
  return key === "answer" && isJsonObject(value);
}

/**
 * Returns the problems of a file's stubs for a policy, or for those of a site. A stub for an action that all lack would
 * never run, and a stub can leave behind only results that the action has.
 *
 * @param given - JSON Pointers to the values in the file that contain stubs
 */
export function stubProblems(
  given: readonly { readonly stubs: CaseSettings["stubs"] | undefined; readonly pointer: string }[],
  ...policies: readonly CompiledPolicy[]
): Problem[] {
  const types = new Set(policies.flatMap(typesIn));
  return given.flatMap(({ stubs = {}, pointer }) =>
    Object.entries(stubs).flatMap(([type, stub]): Problem[] => {
      const path = `${pointer}/stubs${toPointer([type])}`;
      if (!types.has(type)) {
        const whose = policies.length > 1 ? "No policy of the site has the" : "The policy has no";
        const message = `${whose} action "${type}".`;
        return [
          { path, part: "key", message, help: didYouMean(type, types) ?? "Remove the stub." },
        ];
      }
      const results = typeof stub === "object" ? stub.results : undefined;
      if (results === undefined) return [];
      return policies.flatMap((policy) => {
        const definition = policy.dialect.actions.get(type);
        if (definition === undefined || !typesIn(policy).includes(type)) return [];
        const { problem } = stubResults(definition, results, policy.dialect);
        if (problem === undefined) return [];
        const { key, message, help } = problem;
        return [{ path: `${path}/results${toPointer([key])}`, message, help }];
      });
    }),
  );
}

function typesIn({ sections }: CompiledPolicy): readonly string[] {
  return sections.flatMap(({ rules }) =>
    rules.flatMap(({ actions }) => actions.map(({ type }) => type)),
  );
}

/** Returns the problems of the regular expressions in a value, wherever `matches` occurs. */
export function patternProblems(value: unknown, path: string): Problem[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): Problem[] => {
    const at = path + toPointer([key]);
    if (key !== "matches" || typeof member !== "string") return patternProblems(member, at);
    const compiled = compileRegularExpression(member);
    if (compiled.ok) return [];
    const message = `This is not a regular expression: ${compiled.reason}.`;
    return [{ path: at, message, help: "Write one in the syntax of RE2, as in policies." }];
  });
}
