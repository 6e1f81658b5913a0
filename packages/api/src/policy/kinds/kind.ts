import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { JsonValue } from "@traffic-policy/policy-language";
import type {
  ChangeOptions,
  OperationTemplate,
  RequestOptions,
  WriteOptions,
} from "../../operation.ts";
import type { StoredPolicy } from "../stored-policy.ts";
import type { Operations, Target } from "../target.ts";

/** How the policies of one kind of target are read and written. */
export interface TargetKind<T extends Target = Target> {
  /** With its article: `a TCP edge`. */
  readonly name: string;
  /** Whether a policy there can be disabled; it is applied in any case otherwise. */
  readonly hasSwitch: boolean;
  /** What a policy is read and written with, for errors of requests that are not sent. */
  readonly operations: { readonly read: OperationTemplate; readonly write: OperationTemplate };
  /** What tells one target of this kind from another, in the order of the path. */
  identifiers(target: T): readonly string[];
  /** In which way a document is not one that can be held there, as a clause; nothing when it is. */
  findFault(subject: string, document: JsonValue | undefined): string | undefined;
  /** Reads what the service holds; nothing when it holds no policy there. */
  read(client: Operations, target: T, options: RequestOptions): Promise<StoredPolicy | undefined>;
  /** Writes a policy, and returns what the service answers to have stored. */
  write(
    client: Operations,
    target: T,
    module: TrafficPolicyModule,
    options: WriteOptions,
  ): Promise<StoredPolicy>;
  /** Removes the policy; undefined where the service cannot. */
  readonly remove: Removal<T> | undefined;
}

type Removal<T extends Target> = (
  client: Operations,
  target: T,
  options: ChangeOptions,
) => Promise<void>;
