import { readdirSync } from "node:fs";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished } from "vitest";
import { apiKey, otherKeys } from "../recognisable-key.ts";

/** The keys of both services, where the configuration looks for them. */
export const keys = {
  STAGING_KEY: apiKey,
  PRODUCTION_KEY: otherKeys["small letters and numbers, which a host name keeps"],
};

/** A policy. */
export const ssh = { inbound: [{ name: "closed", actions: [{ type: "deny" }] }] };

type Parts = Readonly<Record<string, unknown>>;

/** Two environments at two services, as plain data. */
export function fleet(urls: readonly [string, string], more: Parts = {}): object {
  return {
    targets: { ssh: { kind: "tcp-edge", policy: "./ssh.json" } },
    environments: {
      staging: {
        service: { baseUrl: urls[0], apiKeyVariable: "STAGING_KEY" },
        targets: { ssh: { edge: "edge_s" } },
      },
      production: {
        service: { baseUrl: urls[1], apiKeyVariable: "PRODUCTION_KEY" },
        targets: { ssh: { edge: "edge_p" } },
      },
    },
    ...more,
  };
}

/** Where no service is. */
export const nowhere = ["http://127.0.0.1:1", "http://127.0.0.1:2"] as const;

/** Two services, and what has reached them. */
export async function services(): Promise<{
  readonly urls: readonly [string, string];
  readonly requests: { readonly staging: string[]; readonly production: string[] };
}> {
  const requests = { staging: [] as string[], production: [] as string[] };
  const of = async (name: "staging" | "production", key: string, edges: readonly string[]) => {
    const emulator = await createEmulator({
      apiKey: key,
      tcpEdges: edges,
      onRequest: ({ method, path }) => requests[name].push(`${method} ${path}`),
    });
    onTestFinished(() => emulator.close());
    return emulator.baseUrl;
  };
  const staging = await of("staging", keys.STAGING_KEY, ["edge_s", "edge_s2"]);
  const production = await of("production", keys.PRODUCTION_KEY, ["edge_p", "edge_p2"]);
  return { urls: [staging, production], requests };
}

/** Checks that there is neither a history nor a plan in a folder. */
export function nothingKept(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /history.*\.json$|^plan\.json$/.test(file))).toEqual([]);
}
