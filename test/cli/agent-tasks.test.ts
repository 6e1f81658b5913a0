import { expect, test } from "vitest";
import {
  commands,
  filesFor,
  scoresOf,
  tasks,
  type Answer,
  type Outputs,
  type Score,
} from "../bench/agent-tasks/tasks.ts";
import { projectOf } from "./project.ts";

function asAnswers(policies: Readonly<Record<string, string | object>>): Map<string, Answer> {
  return new Map(
    Object.entries(policies).map(([name, policy]) => [
      name,
      { ending: ".json", text: typeof policy === "string" ? policy : JSON.stringify(policy) },
    ]),
  );
}

async function scores(answers: ReadonlyMap<string, Answer>): Promise<Score[]> {
  const project = projectOf(filesFor(answers));
  const outputs: Record<string, unknown> = {};
  for (const name of commands) {
    const { out } = await project.run(name, ".", "--format", "json");
    outputs[name] = JSON.parse(out);
  }
  return scoresOf(answers, outputs as unknown as Outputs);
}

const ofAll = (kind: "reference" | "wrong") =>
  asAnswers(Object.fromEntries(tasks.map((task) => [task.name, task[kind]])));

test("there are thirty tasks, each told in whole sentences", () => {
  expect(tasks).toHaveLength(30);
  for (const { text } of tasks) expect(text).toMatch(/^[A-Z][^]*\.$/);
});

test("each reference has no finding, passes all cases, and all its assertions are proved", async () => {
  const all = await scores(ofAll("reference"));
  expect(all.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const { cases, assertions } of all)
    expect([cases > 0, assertions > 0]).toEqual([true, true]);
});

test("each policy that only looks right fails a case or an assertion", async () => {
  const all = await scores(ofAll("wrong"));
  const taken = all.filter(
    ({ passed, cases, proved, assertions }) => passed === cases && proved === assertions,
  );
  expect(taken).toEqual([]);
  // So a policy is not told from a right one by what it does not compile.
  expect(all.filter(({ passed, proved }) => passed + proved === 0)).toEqual([]);
});

test("an answer that is no policy, and none at all, are wrong, and of no matter for the others", async () => {
  const right = tasks.find(({ name }) => name === "robots")?.reference ?? {};
  const all = await scores(asAnswers({ "admin-pages": "{", "api-key": "[1]", robots: right }));
  expect(all.filter(({ isRight }) => isRight).map(({ name }) => name)).toEqual(["robots"]);
  const of = (name: string) => all.find((score) => score.name === name);
  expect(of("admin-pages")).toMatchObject({ isAnswered: true, findings: 1, passed: 0, proved: 0 });
  expect(of("api-key")).toMatchObject({ isAnswered: true, findings: 1, proved: 0 });
  expect(of("canary")).toMatchObject({ isAnswered: false, findings: 0, passed: 0, proved: 0 });
});
