import type { Protocol } from "@traffic-policy/policy-language";

/** A policy document that is to be written in another language. */
export interface ConvertQuestion {
  readonly text: string;
  readonly from: "json" | "yaml";
  readonly to: "json" | "yaml" | "typescript";
  readonly protocol?: Protocol;
}

/** The method of the request. */
export const convertMethod = "trafficPolicy/convert";
