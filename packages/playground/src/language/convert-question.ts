import type { Protocol } from "@traffic-policy/policy-language";

export interface ConvertQuestion {
  readonly text: string;
  readonly from: "json" | "yaml";
  readonly to: "json" | "yaml" | "typescript";
  readonly protocol?: Protocol;
}

export const convertMethod = "trafficPolicy/convert";
