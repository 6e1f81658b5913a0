import * as builder from "@traffic-policy/policy-builder/phases";
import * as entry from "traffic-policy/phases";
import { expect, test } from "vitest";

test("traffic-policy/phases is the builder of phases, with the same objects", () => {
  expect(Object.keys(entry)).toEqual(Object.keys(builder));
  for (const [name, value] of Object.entries(builder)) {
    expect((entry as Readonly<Record<string, unknown>>)[name]).toBe(value);
  }
});
