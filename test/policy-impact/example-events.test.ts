import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { eventsOfWeek } from "../../docs/examples/impact/make-events.js";

interface Event {
  readonly event_type: string;
  readonly event_timestamp: string;
  readonly object: {
    readonly conn: { readonly client_ip: string };
    readonly http: {
      readonly request: {
        readonly url: { readonly host: string; readonly path: string };
        readonly user_agent: string;
      };
    };
  };
}

function eventsOf(options: Parameters<typeof eventsOfWeek>[0]): Event[] {
  return [...eventsOfWeek(options)].map((line) => JSON.parse(line) as Event);
}

const week = eventsOf({ requests: 40_000 });

function share(wanted: (event: Event) => boolean): number {
  return week.filter(wanted).length / week.length;
}

test("a seed gives one week, and another seed another one", () => {
  const digest = (seed: number): string =>
    createHash("sha256")
      .update([...eventsOfWeek({ seed, requests: 500 })].join(""))
      .digest("hex");
  expect(digest(1)).toBe(digest(1));
  expect(digest(1)).not.toBe(digest(2));
});

test("events are of one week, in order", () => {
  const times = week.map((one) => one.event_timestamp);
  expect(times).toEqual(times.toSorted());
  expect(new Set(times.map((time) => time.slice(0, 10))).size).toBe(7);
  expect(new Set(week.map((one) => one.event_type))).toEqual(new Set(["http_request_complete.v0"]));
});

test("evenings are busier than nights, and the weekend more than other days", () => {
  const people = (wanted: (time: string) => boolean): number =>
    week
      .filter((one) => !/partner|shop-services/.test(one.object.http.request.user_agent))
      .filter((one) => wanted(one.event_timestamp)).length;
  const atHour = (hour: string): number => people((time) => time.slice(11, 13) === hour);
  expect(atHour("20")).toBeGreaterThan(5 * atHour("08"));
  const onDay = (day: string): number => people((time) => time.startsWith(`2026-11-0${day}`));
  expect(onDay("8")).toBeGreaterThan(1.2 * onDay("2"));
});

test("clients are as they are in real logs", () => {
  const ip = (event: Event): string => event.object.conn.client_ip;
  const agent = (event: Event): string => event.object.http.request.user_agent;
  const isCustomer = (event: Event): boolean => /^(?:100\.|3fff:1)/.test(ip(event));
  expect(
    share((event) => isCustomer(event) && ip(event).includes(":")) / share(isCustomer),
  ).toBeCloseTo(1 / 3, 1);
  expect(week.filter((event) => agent(event).includes("partner.example"))).toHaveLength(
    7 * 24 * 60,
  );
  expect(share((event) => /^ShopApp\/1\.[49]/.test(agent(event)))).toBeGreaterThan(0.005);
  expect(share((event) => ip(event).startsWith("10."))).toBeGreaterThan(0.01);
  const scanned = week.filter((event) =>
    /^\/+(?:wp-|%77p-)/.test(event.object.http.request.url.path),
  );
  const networks = new Set(scanned.map((event) => ip(event).replace(/[.:][^.:]*$/, "")));
  expect([...networks].toSorted()).toEqual(["203.0.113", "3fff:bad:"]);
});
