import type { BasePolicy } from "@traffic-policy/policy-builder";
import type { PolicyDocument } from "@traffic-policy/policy-language";

/** A policy that differs between environments: a function of one. */
type PolicyFunction = (environment: never) => BasePolicy | PolicyDocument;

/** What a file says of its policy: a file, or what a module has built. */
export type GivenPolicy = BasePolicy | PolicyDocument | PolicyFunction | string;
