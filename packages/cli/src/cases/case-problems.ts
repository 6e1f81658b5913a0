import { openQuestions, type BehaviourOptions } from "@traffic-policy/policy-engine";
import {
  compileRegularExpression,
  isJsonObject,
  schemaProblems,
  toPointer,
  type Problem,
} from "@traffic-policy/policy-language";
import { didYouMean } from "../did-you-mean.ts";
import { answersOf } from "../simulation/behaviour-options.ts";
import { caseFileSchema, type CaseFile } from "./schema.ts";

/** What is wrong with a value that should be the contents of a file with cases. */
export function caseFileProblems(value: unknown): Problem[] {
  const found = schemaProblems(caseFileSchema, value);
  if (found.length > 0) return found;
  const file = value as CaseFile;
  const problems = settingProblems(file, "");
  for (const [index, one] of file.cases.entries()) {
    problems.push(...settingProblems(one, `/cases/${index}`));
    patternProblems(one.expect, `/cases/${index}/expect`, problems);
    for (const [row, { expect }] of one.each?.entries() ?? []) {
      patternProblems(expect, `/cases/${index}/each/${row}/expect`, problems);
    }
  }
  return problems;
}

function settingProblems(
  { options = {}, stubs = {} }: Pick<CaseFile, "options" | "stubs">,
  path: string,
): Problem[] {
  return [
    ...Object.entries(options).flatMap(([name, answer]) =>
      optionProblem(name, answer, `${path}/options${toPointer([name])}`),
    ),
    ...Object.entries(stubs).flatMap(([type, stub]): Problem[] => {
      if (isStub(stub)) return [];
      return [
        {
          path: `${path}/stubs${toPointer([type])}`,
          message: `${JSON.stringify(stub)} does not say what an action does.`,
          help: 'Write next, close, fail, a status, or {"answer": {"status": 401}}.',
        },
      ];
    }),
  ];
}

function optionProblem(name: string, answer: unknown, path: string): Problem[] {
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
  if (isRight) return [];
  const message = `${JSON.stringify(answer)} is no answer for ${name}.`;
  return [{ path, message, help: answersOf(question) }];
}

function isStub(stub: unknown): boolean {
  if (typeof stub === "number") return stub >= 100 && stub <= 999;
  if (typeof stub === "string") return ["next", "close", "fail"].includes(stub);
  if (!isJsonObject(stub)) return false;
  const [[key, value] = ["", undefined], ...others] = Object.entries(stub);
  if (others.length > 0) return false;
  if (key === "next" || key === "close") return (value as unknown) === true;
  if (key === "fail") return typeof value === "string";
  return key === "answer" && isJsonObject(value);
}

/** Adds what is wrong with the regular expressions of an expectation. */
function patternProblems(value: unknown, path: string, problems: Problem[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = path + toPointer([key]);
    if (key !== "matches" || typeof member !== "string") patternProblems(member, at, problems);
    else {
      const compiled = compileRegularExpression(member);
      if (compiled.ok) continue;
      problems.push({
        path: at,
        message: `This is no regular expression: ${compiled.reason}.`,
        help: "Write one that RE2 has, as in policies.",
      });
    }
  }
}
