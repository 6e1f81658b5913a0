/** A cloud endpoint in a plan, with its policies in the state and as it is planned; undefined where it is not there. */
export interface PlannedEndpoint {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Marks of the policy in its change: `before_sensitive`, `after_sensitive` or `after_unknown`. */
  readonly marked?: string;
  readonly url?: string;
}

/** A plan of Terraform as `terraform show -json` prints it, with these cloud endpoints. */
export function terraformPlan(endpoints: Readonly<Record<string, PlannedEndpoint>>): object {
  const all = Object.entries(endpoints);
  const resources = (key: "before" | "after"): object[] =>
    all.flatMap(([name, { url = `https://${name}.example.com`, marked, ...policies }]) => {
      const policy = policies[key];
      const isUnknown = key === "after" && marked === "after_unknown";
      if (policy === undefined && !isUnknown) return [];
      const values = { url, ...(policy !== undefined && { traffic_policy: policy }) };
      return [{ ...resource(name), values }];
    });
  return {
    format_version: "1.2",
    terraform_version: "1.9.8",
    planned_values: { root_module: { resources: resources("after") } },
    prior_state: {
      format_version: "1.0",
      terraform_version: "1.9.8",
      values: { root_module: { resources: resources("before") } },
    },
    resource_changes: all.map(([name, { marked }]) => ({
      ...resource(name),
      change: marked === undefined ? {} : { [marked]: { traffic_policy: true } },
    })),
  };
}

function resource(name: string): object {
  const type = "ngrok_cloud_endpoint";
  return { address: `${type}.${name}`, mode: "managed", type, name };
}
