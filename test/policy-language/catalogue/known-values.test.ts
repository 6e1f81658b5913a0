import { STATUS_CODES } from "node:http";
import { expect, test } from "vitest";
import {
  canonicalHeaderName,
  headerNames,
  isToken,
  macroForms,
  mediaTypes,
  statusCodes,
} from "@traffic-policy/policy-language/internal";
import { standardMacros } from "../../../packages/policy-language/src/catalogue/standard/operators.ts";

// What newer registries call otherwise, or do not have.
const renamed = new Set([305, 413, 414, 422, 418, 425, 509, 510]);

test("statuses have the names that Node gives them", () => {
  const differing = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((code) => !renamed.has(code) && STATUS_CODES[code] !== statusCodes.get(code));
  expect(differing).toEqual([]);
  for (const code of statusCodes.keys()) expect(STATUS_CODES[code]).toBeDefined();
});

test("names of headers are tokens in lower case, each of which stands once, in order", () => {
  expect(headerNames).toEqual([...new Set(headerNames)].toSorted());
  for (const name of headerNames) {
    expect(isToken(name)).toBe(true);
    expect(name).toBe(name.toLowerCase());
    expect(canonicalHeaderName(name).toLowerCase()).toBe(name);
  }
});

test("media types have two parts, and each stands once, in order", () => {
  expect(mediaTypes).toEqual([...new Set(mediaTypes)].toSorted());
  for (const type of mediaTypes) expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
});

test("every macro has a form, and no other", () => {
  expect(new Set(macroForms.map(({ name }) => name))).toEqual(new Set(standardMacros));
});
