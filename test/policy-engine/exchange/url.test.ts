import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../packages/policy-engine/src/exchange/request-state.ts";
import {
  encodeUrl,
  formatUrl,
  normalizeUrl,
  parseUrl,
} from "../../../packages/policy-engine/src/exchange/url.ts";

describe("parseUrl", () => {
  test.each([
    [
      "HTTPS://a:b@Host:80/p/q?x=1#y",
      { scheme: "https", userPassword: "a:b", host: "Host", port: 80, path: "/p/q", query: "x=1" },
    ],
    ["http://[2001:db8::1]:8080", { scheme: "http", host: "[2001:db8::1]", port: 8080, path: "" }],
    ["http://a?", { scheme: "http", host: "a", path: "", query: "" }],
    ["tcp://1.tcp.example:12345", { scheme: "tcp", host: "1.tcp.example", port: 12345, path: "" }],
    ["http://a:/", { scheme: "http", host: "a", path: "/" }],
    ["http://a@b@c/", { scheme: "http", userPassword: "a@b", host: "c", path: "/" }],
  ])("%s", (text, parts) => expect(parseUrl(text)).toEqual(parts));

  test.each([
    "",
    "/a",
    "a/b",
    "http:/a",
    "http://",
    "http://:80/",
    "http://a:99999/",
    "http://a:b/",
    "http://[::1/",
  ])("%j is none", (text) => expect(parseUrl(text)).toBe(undefined));
});

// Examples of RFC 3986, sections 5.2.4 and 6.2.2.
test.each([
  ["http://a/a/b/c/./../../g", "http://a/a/g"],
  ["http://a/mid/content=5/../6", "http://a/mid/6"],
  ["http://A/%7esmith/%c3%a4/%2F", "http://a/~smith/%C3%A4/%2F"],
  ["http://a", "http://a/"],
  ["http://a/..", "http://a/"],
  ["http://a/b/.", "http://a/b/"],
  ["http://a/b/..?x=%41", "http://a/?x=A"],
  ["http://a/.well-known/x", "http://a/.well-known/x"],
  ["http://a/b//c", "http://a/b//c"],
])("%s in normal form is %s", (text, expected) => {
  const url = parseUrl(text);
  expect(url && formatUrl(normalizeUrl(url))).toBe(expected);
});

test.each([
  ["http://a/b c?d=é", "http://a/b%20c?d=%C3%A9"],
  ["http://a/%20%zz", "http://a/%20%25zz"],
  ["http://a/😀", "http://a/%F0%9F%98%80"],
  ["http://a/\ud800", "http://a/%EF%BF%BD"],
  ["http://[::1]:1/a~b!$&'()*+,;=:@", "http://[::1]:1/a~b!$&'()*+,;=:@"],
])("%s is encoded as %s", (text, expected) => expect(encodeUrl(text)).toBe(expected));

test("a query string is read as Go reads it", () => {
  const parameters = parseQuery("a=1&a=%20b+c&&=x&d&e=%zz&f;g=1&h=i=j");
  expect(Object.fromEntries(parameters)).toEqual({
    a: ["1", " b c"],
    "": ["x"],
    d: [""],
    h: ["i=j"],
  });
});
