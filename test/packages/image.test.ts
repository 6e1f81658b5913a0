import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { nodeOfExecutable } from "../../scripts/executable/node-of-executable.ts";

const text = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");
const instructions = text
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [, name = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { name, rest };
  });
const all = (name: string): string[] =>
  instructions.filter((one) => one.name === name).map(({ rest }) => rest);

test("an editor for Dockerfiles finds nothing in the image's definition", () => {
  expect(validate(text)).toEqual([]);
});

test("each stage begins with the same files: Node.js of the executable, by digest", () => {
  const [base, ...others] = new Set(all("FROM").map((rest) => rest.split(" ")[0]));
  expect(others).toEqual([]);
  const [image, digest] = base?.split("@") ?? [];
  expect(image).toBe(`node:${nodeOfExecutable}-trixie-slim`);
  expect(digest).toMatch(/^sha256:[\da-f]{64}$/);
});

test("what the image runs is not root, by a number that a cluster can check", () => {
  const last = instructions.findLastIndex(({ name }) => name === "FROM");
  const users = instructions.slice(last).filter(({ name }) => name === "USER");
  expect(users.map(({ rest }) => rest)).toEqual(["1000:1000"]);
});

test("nothing is fetched by an address, and nothing of a secret is kept", () => {
  expect(all("ADD")).toEqual([]);
  expect(all("ARG")).toEqual([]);
  expect(text).not.toMatch(/https?:|curl|wget/);
  expect(all("ENV").join("\n")).not.toMatch(/key|token|secret|password/i);
});

test("no shell stands between the engine and the command, so that signals arrive", () => {
  for (const name of ["ENTRYPOINT", "CMD"]) {
    for (const rest of all(name)) expect(JSON.parse(rest)).toEqual(expect.any(Array));
  }
});
