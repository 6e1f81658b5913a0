import * as builder from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";

const { cel, conn, endpoint, policy, req, res, rule, text, time } = builder;

/** An object, the objects in it and those that they inherit from. */
function reachable(value: unknown, seen = new Set<unknown>()): Set<unknown> {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!isObject || seen.has(value) || value === Object.prototype || value === Function.prototype) {
    return seen;
  }
  seen.add(value);
  reachable(Object.getPrototypeOf(value), seen);
  for (const { value: member } of Object.values(Object.getOwnPropertyDescriptors(value))) {
    reachable(member, seen);
  }
  return seen;
}

/** Reads all variables: each is made when it is first read. */
function readAll(value: object): void {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) readAll(member as object);
  }
}

describe("nothing is a promise by accident:", () => {
  test("no object or class has a method then", () => {
    readAll({ conn, endpoint, req, res, time });
    const objects = [...reachable({ ...builder })] as { then?: unknown }[];
    expect(objects.length).toBeGreaterThan(200);
    expect(objects.filter((object) => typeof object.then === "function")).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["a policy", policy()],
    ["a rule", rule()],
    ["an action", builder.deny()],
    ["text", text`a`],
    ["cel", cel`a`],
    ["a condition", req.host.eq("a")],
    ["a macro", req.header("a").some((value) => value.eq("b"))],
    ["a map", req.headers],
    ["a value of a map", req.headers["then"]],
    ["a cookie", res.cookie("a")],
    ["a value of no known type", builder.dyn(req.host)],
    ...Object.entries({ conn, endpoint, req, res, time }),
  ])("%s can be awaited", async (_what, value) => {
    const awaited: unknown = await value;
    expect(awaited === value).toBe(true);
  });
});
