import {
  isJsonObject,
  isList,
  scalarText,
  type JsonObject,
  type JsonValue,
} from "../../../json-value.ts";
import { shortened } from "../../../text/shown.ts";
import { holderOf, manifestsIn } from "../kubernetes.ts";
import type { UnknownEndpoint } from "./written-endpoint.ts";

/** The kinds of manifests that the operator may make endpoints of, and of those that say whether it does. */
const kinds = /^(?:Ingress|IngressClass|Gateway|GatewayClass|HTTPRoute|TLSRoute|TCPRoute|Service)$/;

/** Returns the manifests of a document that decide what the operator makes endpoints of. */
export function translatableIn(document: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(document)) return [];
  return manifestsIn(document).flatMap(({ manifest }) =>
    kinds.test(scalarText(manifest["kind"])) ? [manifest] : [],
  );
}

/** Checks whether a text may have manifests that only decide about others, which is seen at once. */
export function mayDecideOthers(text: string): boolean {
  return /["']?\bkind["']?\s*:\s*["']?(?:Ingress|IngressClass|Gateway|GatewayClass)\b/.test(text);
}

/** Tells of which manifests of a site the operator makes endpoints. */
export class Translation {
  readonly #manifests: readonly JsonObject[];

  /** @param manifests - all that are translatable, of all files */
  constructor(manifests: readonly JsonObject[]) {
    this.#manifests = manifests;
  }

  /** Returns why the endpoints of a manifest are not read; undefined for one that the operator leaves alone. */
  of(manifest: JsonObject): UnknownEndpoint | undefined {
    const holder = holderOf(manifest);
    const others = isRoute(manifest) ? this.#otherControllersOf(manifest) : undefined;
    if (others !== undefined) {
      const reason = `its Gateway is of another controller, ${shortened(others)}`;
      return { holder, reason, isOutside: true };
    }
    if (!isRoute(manifest) && !this.#isOfOperator(manifest)) return undefined;
    return { holder, reason: "the endpoints that the operator makes of it are not read" };
  }

  /** Returns the controller of the Gateways that a route names, if none of them may be the operator's. */
  #otherControllersOf(route: JsonObject): string | undefined {
    const { parentRefs } = specOf(route);
    const controllers = (isList(parentRefs) ? parentRefs : []).flatMap((ref) => {
      const gateways = isJsonObject(ref) ? this.#gatewaysAt(ref, route) : [];
      const all = gateways.map((gateway) => this.#controllerOf(gateway));
      return all.length === 0 ? [undefined] : all;
    });
    const isOther = controllers.every((one) => one !== undefined && !isOperators(one));
    return isOther ? controllers[0] : undefined;
  }

  #gatewaysAt(
    { kind = "Gateway", name = null, namespace }: JsonObject,
    route: JsonObject,
  ): readonly JsonObject[] {
    const own = namespace ?? metadataOf(route)["namespace"];
    return this.#manifests.filter((one) => {
      const metadata = metadataOf(one);
      // One of both may get its namespace only when it is applied.
      const isThere = (metadata["namespace"] ?? own) === (own ?? metadata["namespace"]);
      return one["kind"] === kind && metadata["name"] === name && isThere;
    });
  }

  /** Checks whether the operator makes endpoints of a manifest that is none of its own. */
  #isOfOperator(manifest: JsonObject): boolean {
    const { kind } = manifest;
    if (kind !== "Ingress" && kind !== "Gateway" && kind !== "Service") return false;
    const controller = this.#controllerOf(manifest);
    if (controller !== undefined) return isOperators(controller);
    // A cluster with several operators has a class for each, such as ngrok-internal.
    return isOperators(classOf(manifest) ?? "") || isAnnotated(manifest);
  }

  /** Returns the controller of a manifest, as far as the files tell. */
  #controllerOf(manifest: JsonObject): string | undefined {
    const name = classOf(manifest);
    const ofClass = this.#manifests.find((one) => {
      if (one["kind"] !== `${scalarText(manifest["kind"])}Class`) return false;
      return name === undefined ? isDefault(one) : metadataOf(one)["name"] === name;
    });
    const { controller, controllerName } = ofClass === undefined ? {} : specOf(ofClass);
    const found = controller ?? controllerName;
    return typeof found === "string" ? found : undefined;
  }
}

function isRoute({ apiVersion, kind }: JsonObject): boolean {
  const isOfGateway = scalarText(apiVersion).startsWith("gateway.networking.k8s.io/");
  return isOfGateway && (kind === "HTTPRoute" || kind === "TLSRoute" || kind === "TCPRoute");
}

/** True for the name of a class or a controller of the operator. */
function isOperators(name: string): boolean {
  return /\bngrok\b/.test(name);
}

function classOf(manifest: JsonObject): string | undefined {
  const { ingressClassName, gatewayClassName, loadBalancerClass } = specOf(manifest);
  // The class of an Ingress before it had a field for it.
  const annotated = annotationsOf(manifest)["kubernetes.io/ingress.class"];
  const found = ingressClassName ?? gatewayClassName ?? loadBalancerClass ?? annotated;
  return typeof found === "string" ? found : undefined;
}

function isDefault(ofClass: JsonObject): boolean {
  return (
    scalarText(annotationsOf(ofClass)["ingressclass.kubernetes.io/is-default-class"]) === "true"
  );
}

function isAnnotated(manifest: JsonObject): boolean {
  return Object.keys(annotationsOf(manifest)).some((key) => /(?:^|\.)ngrok\.com\//.test(key));
}

function annotationsOf(manifest: JsonObject): JsonObject {
  return partOf(metadataOf(manifest), "annotations");
}

function metadataOf(manifest: JsonObject): JsonObject {
  return partOf(manifest, "metadata");
}

function specOf(manifest: JsonObject): JsonObject {
  return partOf(manifest, "spec");
}

function partOf(whole: JsonObject, key: string): JsonObject {
  const part = whole[key];
  return isJsonObject(part) ? part : {};
}
