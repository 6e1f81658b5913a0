import type { BasePolicy } from "@traffic-policy/policy-builder";
import type { PhasesDocument, PolicyDocument } from "@traffic-policy/policy-language";

type PolicyFunction = (environment: never) => BasePolicy | PolicyDocument | PhasesDocument;

export type GivenPolicy = BasePolicy | PolicyDocument | PhasesDocument | PolicyFunction | string;
