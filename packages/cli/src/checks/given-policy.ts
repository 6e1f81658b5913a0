import type { BasePolicy } from "@traffic-policy/policy-builder";
import type { PolicyDocument } from "@traffic-policy/policy-language";

type PolicyFunction = (environment: never) => BasePolicy | PolicyDocument;

export type GivenPolicy = BasePolicy | PolicyDocument | PolicyFunction | string;
