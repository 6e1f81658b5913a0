import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { JsonValue } from "@traffic-policy/policy-language";
import type {
  ChangeOptions,
  OperationTemplate,
  RequestOptions,
  WriteOptions,
} from "../../operation.ts";
import type { Operations, Target } from "../target.ts";

/** Reads and writes the policies of a kind of target. */
export interface TargetKind<T extends Target = Target> {
  /** With its article: `a TCP edge`. */
  readonly name: string;
  /** True when a policy there can be disabled; otherwise it is always applied. */
  readonly hasSwitch: boolean;
  readonly operations: { readonly read: OperationTemplate; readonly write: OperationTemplate };
  /** The identifiers that distinguish targets of this kind, in the order of the path. */
  identifiers(target: T): readonly string[];
  /** Returns a clause that says why a document cannot be held there; undefined when it can. */
  findFault(subject: string, document: JsonValue | undefined): string | undefined;
  read(
    client: Operations,
    target: T,
    options: RequestOptions,
  ): Promise<TrafficPolicyModule | undefined>;
  write(
    client: Operations,
    target: T,
    module: TrafficPolicyModule,
    options: WriteOptions,
  ): Promise<TrafficPolicyModule>;
  /** Removes the policy; undefined where the service does not support removal. */
  readonly remove: Removal<T> | undefined;
}

type Removal<T extends Target> = (
  client: Operations,
  target: T,
  options: ChangeOptions,
) => Promise<void>;
