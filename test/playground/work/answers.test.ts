import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Question, Simulated } from "../../../packages/playground/src/work/messages.ts";
import { ask, refusalOf, yaml } from "./ask.ts";

// What only the service knows of an exchange, as it is answered on the page.

const members = readFileSync(
  new URL("../../../docs/examples/simulating/members.policy.yaml", import.meta.url),
  "utf8",
);
const email = "!actions.ngrok.oauth.identity.email.endsWith('@example.com')";

async function simulate(given: Partial<Question<"simulate">>): Promise<Simulated> {
  const exchange = { format: "exchange", text: "request: { url: https://a.example/ }" } as const;
  const answer = await ask("simulate", { policy: yaml(members), exchange, ...given });
  if (answer.kind !== "exchange") throw new Error("It is a recording.");
  return answer;
}

test("an outcome that depends names its questions, each with the words of its answers", async () => {
  const { result, questions } = await simulate({});
  expect(result.result).toBe("depends");
  expect(questions).toEqual([
    {
      kind: "action",
      text: "oauth",
      yes: "lets it pass",
      no: "does not let it pass",
      place: expect.objectContaining({ line: 4 }),
    },
    {
      kind: "condition",
      text: email,
      yes: "is true",
      no: "is false",
      place: expect.objectContaining({ line: 8 }),
    },
  ]);
});

test("each answer leaves fewer outcomes, and all of them one that is known", async () => {
  const passes = { kind: "action", text: "oauth", answer: true } as const;
  const stranger = { kind: "condition", text: email, answer: true } as const;
  const half = await simulate({ answers: [passes] });
  expect(half.possible?.map(({ result }) => result.text)).toEqual([
    "answered with 403",
    "forwarded",
  ]);
  const whole = await simulate({ answers: [passes, stranger] });
  expect(whole).toMatchObject({ result: { text: "answered with 403" } });
  expect(whole).not.toHaveProperty("possible");
  // They can be taken back.
  expect(whole.questions.map(({ text }) => text)).toEqual(["oauth", email]);
  const refused = await simulate({ answers: [{ ...passes, answer: false }] });
  expect(refused.result).toMatchObject({
    result: "answered",
    by: expect.stringContaining("oauth"),
  });
});

test("a stub gives what the action leaves behind, so that nothing is open", async () => {
  const settings = "stubs:\n  oauth: { next: true, results: { identity.email: a@example.com } }\n";
  const { result, questions } = await simulate({ settings });
  expect(result.text).toBe("forwarded");
  expect(questions).toEqual([]);
  const { svg } = await ask("draw", {
    policy: yaml(members),
    exchange: { format: "exchange", text: "request: { url: https://a.example/ }" },
    settings,
  });
  expect(svg).not.toContain("possible outcomes");
});

test("an option answers what the documentation leaves open", async () => {
  const policy = yaml(`inbound: [{ expressions: ["req.headers['x-a'][0] == 'b'"], actions: [] }]`);
  const settings = '{"options": {"onExpressionError": "no-match"}}';
  expect((await simulate({ policy, settings })).result.text).toBe("forwarded");
});

describe("settings that are wrong are refused at their place", () => {
  test.each([
    ["stubs: { deny: maybe }", '"maybe" is not a stub.'],
    ["stubs: { jwt-validation: next }", 'The policy has no action "jwt-validation".'],
    ["cases: []", '"cases" has no effect here.'],
    ["- next", "This must be an object."],
    ["options: { onError: a }", 'There is no option "onError".'],
  ])("%s", async (settings, message) => {
    const problem = await refusalOf("simulate", { policy: yaml(members), settings });
    expect(problem).toMatchObject({ message, input: "settings", place: { line: 1 } });
  });
});
