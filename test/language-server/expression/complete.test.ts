import { expect, test } from "vitest";
import { canonicalHeaderName, variablesOf } from "@traffic-policy/policy-language/internal";
import {
  type Completion,
  completeExpression,
} from "../../../packages/language-server/src/expression/complete.ts";
import type { ExpressionSite } from "../../../packages/language-server/src/expression/expression-site.ts";
import { directionsDialect } from "@traffic-policy/policy-language";
import { marked } from "./site.ts";

function complete(text: string, known: Partial<ExpressionSite> = {}): Completion[] {
  const { site, offset } = marked(text, known);
  return completeExpression(site, offset);
}

function labels(text: string, known: Partial<ExpressionSite> = {}): string[] {
  return complete(text, known).map(({ label }) => label);
}

/** The text after a completion is taken. */
function taken(text: string, label: string): string {
  const found = complete(text).find((one) => one.label === label);
  if (found === undefined) throw new Error(`${label} is not offered`);
  const { site } = marked(text);
  const { start, end } = found.replaces;
  return site.text.slice(0, start) + found.text + site.text.slice(end);
}

test.each([
  ["re¦", ["req", "res"]],
  ["RE¦", ["req", "res"]],
  ["req.me¦", ["method"]],
  ["req.url.pa¦", ["path"]],
  ["!req.url.pa¦", ["path"]],
  [".req.me¦", ["method"]],
  ["(req.host == 'a' && req.me¦", ["method"]],
  ["[req.me¦", ["method"]],
  ["req.url.sta¦", ["startsWith"]],
  ["req.host.sta¦", ["startsWith"]],
  ["conn.geo.ci¦", ["city"]],
  ["conn.ts.start.getF¦", ["getFullYear"]],
  ["duration('1s').get¦", ["getHours", "getMinutes", "getSeconds", "getMilliseconds"]],
  ["getReqC¦", ["getReqCookie"]],
  ["getReqCookie('x').val¦", ["value"]],
  ["req.cookies['x'][0].val¦", ["value"]],
  ["req.cookies['x'][0].Val¦", ["value"]],
  ["req.headers['x'].ex¦", ["exists", "exists_one"]],
  ["'a'.sta¦", ["startsWith"]],
  ["('a' + req.host).sta¦", ["startsWith"]],
  ["['a', 'b'].ex¦", ["exists", "exists_one"]],
  ["req.cookies.exists(na¦", []],
  ["req.cookies['x'].exists(c, c¦", ["c", "conn"]],
  ["req.cookies['x'].exists(c, c.val¦", ["value"]],
  ["req.cookies.exists(n, req.cookies[n].exists(c, c.val¦", ["value"]],
  ["req.cookies.exists(c, req.cookies[c].exists(c, c.val¦", ["value"]],
  ["has(req.cookies['x'][0].dom¦", ["domain"]],
  ["tru¦", ["true"]],
  ["ha¦", ["hasReqHeader", "hasQueryParam", "hasReqCookie", "hasResHeader", "hasResCookie", "has"]],
  ["req.host i¦", ["in"]],
  ["req.host == 'a' || req.me¦", ["method"]],
  ["req.host // req.me¦", []],
  ["nothing.¦", []],
  ["req..¦", []],
  ["req..me¦", []],
  ["req.host == ..¦", []],
  ["req.host == @.¦", []],
  ["req.host = ¦", []],
  ["1.¦", []],
  ["1¦", []],
  ["req.¦ && broken(", complete("req.¦").map(({ label }) => label)],
])("at %s, %j are offered", (text, expected) => {
  expect(labels(text).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ["req.method == '¦", "DELETE"],
  ["req.method == 'pa¦", "PATCH"],
  ['req.method == "pa¦', "PATCH"],
  ["req.method in ['GET', '¦", "PATCH"],
  ["conn.geo.country_code != 'n¦", "NO"],
  ["req.url.scheme == '¦", "https"],
  ["req.content_type == 'text/¦", "text/html"],
  ["req.headers['content-t¦", "content-type"],
  ["req.headers['Content-T¦", "content-type"],
  ["req.headers.exists(h, h == 'user¦", "user-agent"],
  ["hasReqHeader('content-t¦", "Content-Type"],
  ["timestamp(time.now).getHours('europe/o¦", "Europe/Oslo"],
  ["conn.ts.start.getHours('Europe/O¦", "Europe/Oslo"],
  ["req.method == P¦", "'PATCH'"],
  ["req.method == ¦", "'PATCH'"],
  ["res.status_code == 40¦", "404"],
  ["res.status_code >= ¦", "404"],
  ["res.status_code in [200, ¦", "404"],
  ["'user¦' in req.headers", "user-agent"],
  ["'¦' in req.headers", "user-agent"],
  ["'User¦' in res.headers && req.host == 'a'", "user-agent"],
  ["!('x' in req.headers) || '¦' in req.headers", "user-agent"],
  ["user¦ in req.headers", "'user-agent'"],
  ["¦ in req.headers", "'user-agent'"],
  ["'¦' == req.method", "PATCH"],
  ["(P¦ == req.method)", "'PATCH'"],
  ["4¦ == res.status_code", "404"],
  ["req.headers.exists(h, '¦' == h)", "user-agent"],
  ["req.headers.filter(h, h != '¦')", "user-agent"],
])("at %s, %s is offered", (text, expected) => {
  expect(labels(text)).toContain(expected);
});

test.each([
  ["req.host == '¦"],
  ["1 + res.status_code == 40¦"],
  ["req.url.query_params['¦"],
  ["hasQueryParam('¦"],
  ["'¦"],
  ["inCidrRange(conn.client_ip, '¦"],
  ["'¦' in req.cookies"],
  ["'¦' in req.url.query_params"],
  ["'¦' in ['GET'] || req.method == 'GET'"],
  ["'x-' + '¦' in req.headers"],
  ["1 == '¦' in req.headers"],
  ["'¦' == req.method + 'x'"],
  ["'¦' && req.method == 'a'"],
])("at %s, where any value may stand, none is offered", (text) => {
  expect(labels(text)).toEqual([]);
});

test("what is offered in a string is a value, and nothing else", () => {
  expect(labels("req.method == '¦").toSorted()).toEqual(
    ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"].toSorted(),
  );
});

test.each([
  ["req.me¦", "method", "req.method"],
  ["req.me¦thing == 'a'", "method", "req.method == 'a'"],
  ["req.¦ == 'a'", "method", "req.method == 'a'"],
  ["req.method == 'GE¦'", "GET", "req.method == 'GET'"],
  ["req.method == '¦GET'", "POST", "req.method == 'POST'"],
  ["req.method == '¦ && req.host == 'x'", "GET", "req.method == 'GET && req.host == 'x'"],
  ["req.method == G¦", "'GET'", "req.method == 'GET'"],
  ["req.¦metod", "method", "req.method"],
  ["req.¦host.startsWith('a')", "url", "req.url.startsWith('a')"],
  ["req.¦true", "method", "req.method"],
  ["!¦req.host == 'a'", "res", "!res.host == 'a'"],
  ["req.method == ¦GET", "'PUT'", "req.method == 'PUT'"],
  ["req.method == ¦'GET'", "'PUT'", "req.method == 'PUT'"],
  ["res.status_code == ¦200", "404", "res.status_code == 404"],
  ["'x' ¦in req.headers", "in", "'x' in req.headers"],
  ["¦in req.headers", "'host'", "'host'in req.headers"],
  ["req.host.sta¦", "startsWith", "req.host.startsWith('${1:text}')"],
  ["req.host.star¦tsWith('a')", "startsWith", "req.host.startsWith('a')"],
  ["req.host.sta¦('a')", "startsWith", "req.host.startsWith('a')"],
  ["req.host.¦('a')", "startsWith", "req.host.startsWith('a')"],
  ["req.host.¦endsWith('a')", "startsWith", "req.host.startsWith('a')"],
  ["hasReq¦Header('a')", "hasReqHeader", "hasReqHeader('a')"],
  ["ha¦(req.host)", "has", "has(req.host)"],
  ["req.headers['x'].exi¦(v, true)", "exists", "req.headers['x'].exists(v, true)"],
  ["siz¦", "size", "size(${1:value})"],
  ["req.host.siz¦", "size", "req.host.size()"],
  ["conn.ts.start.getHo¦", "getHours", "conn.ts.start.getHours()"],
  ["inCidrRange¦", "inCidrRange", "inCidrRange(${1:address}, '${2:cidr}')"],
  ["req.headers['x'].exi¦", "exists", "req.headers['x'].exists(${1:v}, ${2:condition})"],
  ["durat¦", "duration", "duration('${1:value}')"],
  ["stri¦", "string", "string(${1:value})"],
  ["hasReqH¦", "hasReqHeader", "hasReqHeader('${1:name}')"],
])("at %s, taking %s gives %s", (text, label, expected) => {
  expect(taken(text, label)).toBe(expected);
});

test("a name has its type, a function its signature", () => {
  expect(complete("req.content_len¦")[0]).toMatchObject({
    label: "content_length",
    detail: "int",
    documentation: expect.stringContaining("Missing when the request has no body"),
  });
  expect(complete("inCidrRange¦")[0]).toMatchObject({
    detail: "inCidrRange(address: string, cidr: string) → bool",
  });
  expect(complete("req.method == '¦")[0]).not.toHaveProperty("documentation");
  expect(complete("conn.geo.country_code == 'NO¦")[0]).toMatchObject({ detail: "Norway" });
});

test("what exists only for other protocols or sections is not offered", () => {
  expect(labels("r¦", { protocols: ["tcp"] })).toEqual([]);
  expect(labels("r¦", { protocols: ["tcp", "http"], section: "inbound" })).toEqual(["req"]);
  expect(labels("r¦", { section: "outbound" })).toEqual(["req", "res"]);
  expect(labels("hasRes¦", { section: "inbound" })).toEqual([]);
  expect(labels("hasRes¦", { section: "outbound" })).toEqual(["hasResHeader", "hasResCookie"]);
});

test("deprecated and outdated names are offered nowhere", () => {
  const earlier = variablesOf(directionsDialect).filter(
    ({ renamedTo, outdated }) => renamedTo !== undefined || outdated === true,
  );
  expect(earlier.length).toBeGreaterThan(10);
  const offered = earlier.flatMap(({ name }) => {
    const dot = name.lastIndexOf(".");
    const found = complete(`${name.slice(0, dot)}.¦`).find(
      ({ label, kind }) => label === name.slice(dot + 1) && kind !== undefined,
    );
    return found === undefined || found.detail === undefined ? [] : [name];
  });
  expect(offered).toEqual([]);
});

test("names of variables come before functions", () => {
  const sorted = complete("¦").toSorted((one, other) =>
    (one.sortText ?? "") < (other.sortText ?? "") ? -1 : 1,
  );
  const all = sorted.map(({ label }) => label);
  expect(all.indexOf("time")).toBeLessThan(all.indexOf("getReqHeader"));
  expect(all.indexOf("time")).toBeLessThan(all.indexOf("bool"));
});

test("names of headers are written as the service wants them", () => {
  for (const name of labels("getReqHeader('¦")) expect(name).toBe(canonicalHeaderName(name));
  for (const name of labels("res.headers['¦")) expect(name).toBe(name.toLowerCase());
});
