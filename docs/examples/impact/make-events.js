// A week of made-up traffic of a shop, as the service's events `http_request_complete`, an object of JSON a line:
//
//     node make-events.js events.ndjson
//
// The same seed gives the same week. All names and addresses are for documentation or for private use.
import { closeSync, openSync, writeSync } from "node:fs";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

/** @typedef {{ readonly host: string, readonly uri: string, readonly ip: string, readonly agent?: string, readonly method?: string, readonly status?: number, readonly body?: number }} Request */
/** @typedef {() => number} Random - from 0 up to 1 */

/** Monday, in UTC. */
const firstDay = Date.UTC(2026, 10, 2) / 1000;
const hoursOfWeek = 7 * 24;

const shop = "www.shop.example";
const api = "api.shop.example";

/**
 * The lines of a week, in the order of time.
 *
 * @param {{ readonly seed?: number, readonly requests?: number }} options - about how many requests there are
 * @returns {Generator<string>}
 */
export function* eventsOfWeek({ seed = 20_261_102, requests = 250_000 } = {}) {
  const random = generator(seed);
  const weights = Array.from({ length: hoursOfWeek }, (_, hour) => busyness(hour));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [hour, weight] of weights.entries()) {
    /** @type {[second: number, request: Request][]} */
    const found = [];
    const add = (/** @type {Request} */ request, second = random() * 3600) => {
      found.push([Math.floor(second), request]);
    };
    const usual = Math.round((requests * 0.9 * weight) / all);
    for (let left = usual; left > 0; left--) add(anybody(random));
    // Machines do not sleep.
    for (let left = (requests * 0.03) / hoursOfWeek; left > random(); left--) add(machine(random));
    for (let minute = 0; minute < 60; minute++) add(partnersCheck(minute), minute * 60 + 7);
    if (scannedHours.has(hour)) {
      for (let left = requests * 0.004; left > 0; left--) add(scanner(random));
    }
    found.sort(([one], [other]) => one - other);
    for (const [second, request] of found)
      yield eventLine(firstDay + hour * 3600 + second, request, random);
  }
}

/** In the nights of Wednesday and Saturday. */
const scannedHours = new Set([50, 51, 122, 123, 124]);

/**
 * How busy an hour is: most at eight in the evening, and on Saturday and Sunday more than on other days.
 *
 * @param {number} hour - of the week
 */
function busyness(hour) {
  const ofDay = 1 + 0.85 * Math.cos(((hour % 24) - 20) * (Math.PI / 12));
  return hour >= 5 * 24 ? 1.3 * ofDay : ofDay;
}

const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];
const crawlers = [
  "Mozilla/5.0 (compatible; Examplebot/2.1; +https://bot.example/about)",
  "SamplePreview/1.0 (link preview)",
];
const apps = ["ShopApp/3.2 (iOS 18.6)", "ShopApp/3.1 (Android 16)", "ShopApp/2.7 (Android 14)"];
const oldApps = ["ShopApp/1.9 (Android 9)", "ShopApp/1.4 (iOS 12.5)"];
const words = [
  "caf%C3%A9-au-lait",
  "r%C3%B8d-sko",
  "%E9%9B%A8%E5%82%98",
  "lamp",
  "desk",
  "tea-pot",
];
const pages = ["/", "/cart", "/about", "/assets/site.css", "/assets/site.js", "/favicon.ico"];

/**
 * Somebody with a browser or the app, or a crawler.
 *
 * @param {Random} random
 * @returns {Request}
 */
function anybody(random) {
  const share = random();
  if (share < 0.58) {
    return {
      host: shop,
      uri: shopPath(random),
      ip: client(random),
      agent: oneOf(browsers, random),
    };
  }
  if (share < 0.9) return { host: api, ...apiCall(random), agent: oneOf(apps, random) };
  if (share < 0.915) return { host: api, ...apiCall(random), agent: oneOf(oldApps, random) };
  if (share < 0.917) {
    // Somebody looks for what is not for them.
    return { host: shop, uri: "/internal/metrics", ip: client(random), status: 404 };
  }
  const ip = `198.18.${whole(random, 4)}.${whole(random, 256)}`;
  return { host: shop, uri: shopPath(random), ip, agent: oneOf(crawlers, random) };
}

/**
 * @param {Random} random
 * @returns {string}
 */
function shopPath(random) {
  const share = random();
  if (share < 0.45) return oneOf(pages, random);
  if (share < 0.8) return `/products/${1000 + whole(random, 400)}`;
  if (share < 0.9) return `/products/${oneOf(words, random)}`;
  return `/search?q=${oneOf(words, random)}&page=${1 + whole(random, 4)}`;
}

/**
 * @param {Random} random
 * @returns {Pick<Request, "uri" | "ip" | "method" | "status" | "body">}
 */
function apiCall(random) {
  const ip = client(random);
  const share = random();
  if (share < 0.6) return { ip, uri: `/products?page=${1 + whole(random, 20)}` };
  if (share < 0.9) return { ip, uri: `/orders/${40_000 + whole(random, 9000)}` };
  return { ip, uri: "/orders", method: "POST", status: 201, body: 200 + whole(random, 800) };
}

/**
 * The shop's own services.
 *
 * @param {Random} random
 * @returns {Request}
 */
function machine(random) {
  const ip = `10.20.${whole(random, 4)}.${1 + whole(random, 30)}`;
  const uri = oneOf(["/internal/metrics", "/internal/queue", "/health"], random);
  return { host: api, uri, ip, agent: "shop-services/12" };
}

/**
 * A partner asks each minute whether the API is there, with a program that was made from an early version of the app.
 *
 * @param {number} minute
 * @returns {Request}
 */
function partnersCheck(minute) {
  const ip = minute % 2 === 0 ? "198.51.100.7" : "198.51.100.8";
  return { host: api, uri: "/health", ip, agent: "ShopApp/1.2 (health check of partner.example)" };
}

const probes = [
  "/wp-login.php",
  "/wp-admin/setup-config.php?step=1",
  "/wp-content/plugins/forms/readme.txt",
  "/%77p-login.php",
  "//wp-includes/wlwmanifest.xml",
  "/.env",
];

/**
 * @param {Random} random
 * @returns {Request}
 */
function scanner(random) {
  const ip =
    random() < 0.7
      ? `203.0.113.${1 + whole(random, 40)}`
      : `3fff:bad::${(1 + whole(random, 200)).toString(16)}`;
  return { host: shop, uri: oneOf(probes, random), ip, agent: "Mozilla/5.0", status: 404 };
}

/**
 * The address of a client, of IPv6 for one of three.
 *
 * @param {Random} random
 */
function client(random) {
  if (random() < 1 / 3) {
    const groups = [whole(random, 24) + 0x100, whole(random, 0x400), whole(random, 0x10000)];
    return `3fff:${groups.map((group) => group.toString(16)).join(":")}::${(1 + whole(random, 9)).toString(16)}`;
  }
  return `100.${64 + whole(random, 48)}.${whole(random, 256)}.${1 + whole(random, 254)}`;
}

/**
 * @param {number} second - since 1970
 * @param {Request} request
 * @param {Random} random
 */
function eventLine(
  second,
  { host, uri, ip, agent, method = "GET", status = 200, body = 0 },
  random,
) {
  const [path, query = ""] = uri.split("?");
  const time = new Date(second * 1000).toISOString().replace(".000Z", "Z");
  const event = {
    event_type: "http_request_complete.v0",
    event_timestamp: time,
    object: {
      conn: { client_ip: ip, bytes_in: 300 + body, bytes_out: 400 + whole(random, 20_000) },
      http: {
        request: {
          method,
          body_length: body,
          url: { scheme: "https", host, path, query, raw: `https://${host}${uri}` },
          user_agent: agent ?? "",
        },
        response: { status_code: status },
      },
      tls: { version: "1.3", cipher_suite: "TLS_AES_128_GCM_SHA256" },
    },
  };
  return `${JSON.stringify(event)}\n`;
}

/**
 * @template Item
 * @param {readonly [Item, ...Item[]] | readonly Item[]} items
 * @param {Random} random
 * @returns {Item}
 */
function oneOf(items, random) {
  return /** @type {Item} */ (items[whole(random, items.length)]);
}

/**
 * A whole number from 0 up to a limit.
 *
 * @param {Random} random
 * @param {number} limit
 */
function whole(random, limit) {
  return Math.floor(random() * limit);
}

/**
 * Numbers from 0 up to 1 that look random: Mulberry32.
 *
 * @param {number} seed
 * @returns {Random}
 */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Writes a week to a file.
 *
 * @param {string} file
 * @param {{ readonly seed?: number, readonly requests?: number }} [options]
 */
export function writeEvents(file, options) {
  const open = openSync(file, "w");
  try {
    let part = "";
    for (const line of eventsOfWeek(options)) {
      part += line;
      if (part.length < 1_000_000) continue;
      writeSync(open, part);
      part = "";
    }
    writeSync(open, part);
  } finally {
    closeSync(open);
  }
}

const [, program = "", file, requests, seed] = argv;
if (import.meta.url === pathToFileURL(program).href) {
  writeEvents(file ?? "events.ndjson", {
    ...(requests !== undefined && { requests: Number(requests) }),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}
