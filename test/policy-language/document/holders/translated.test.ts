import { parseJson } from "@traffic-policy/policy-language";
import { translatableIn, Translation } from "@traffic-policy/policy-language/site";
import { expect, test } from "vitest";

/** What is said of manifests of which the operator may make endpoints; those outside of a site in parentheses. */
function read(...manifests: readonly object[]): readonly string[] {
  const all = manifests.flatMap((one) => translatableIn(parseJson(JSON.stringify(one)).value));
  const translation = new Translation(all);
  return all.flatMap((one) => {
    const unknown = translation.of(one);
    if (unknown === undefined) return [];
    const { holder, reason, isOutside = false } = unknown;
    const name = holder?.name ?? "";
    return isOutside ? [`(${name}: ${reason})`] : [reason === notRead ? name : reason];
  });
}

const notRead = "the endpoints that the operator makes of it are not read";
const networking = "networking.k8s.io/v1";
const gatewayApi = "gateway.networking.k8s.io/v1";

const ingress = (spec: object, annotations: object = {}): object => ({
  apiVersion: networking,
  kind: "Ingress",
  metadata: { name: "a", annotations },
  spec,
});

const ingressClass = (name: string, controller: string, annotations: object = {}): object => ({
  apiVersion: networking,
  kind: "IngressClass",
  metadata: { name, annotations },
  spec: { controller },
});

test.each([
  [{ ingressClassName: "ngrok" }, {}, true],
  [{ ingressClassName: "ngrok-internal" }, {}, true],
  [{}, { "k8s.ngrok.com/traffic-policy": "a" }, true],
  [{}, { "kubernetes.io/ingress.class": "ngrok" }, true],
  [{ ingressClassName: "nginx" }, {}, false],
  [{}, {}, false],
])("an Ingress with %j and %j is the operator's: %j", (spec, annotations, isOperators) => {
  expect(read(ingress(spec, annotations))).toEqual(isOperators ? ["Ingress/a"] : []);
});

test("the controller of its class decides, where a file tells it", () => {
  const own = ingressClass("edge", "k8s.ngrok.com/ingress-controller");
  expect(read(ingress({ ingressClassName: "edge" }), own)).toEqual(["Ingress/a"]);
  const other = ingressClass("ngrok", "k8s.io/ingress-nginx");
  expect(read(ingress({ ingressClassName: "ngrok" }), other)).toEqual([]);
  const isDefault = { "ingressclass.kubernetes.io/is-default-class": "true" };
  const usual = ingressClass("edge", "k8s.ngrok.com/ingress-controller", isDefault);
  expect(read(ingress({}), usual)).toEqual(["Ingress/a"]);
  expect(read(ingress({}), own)).toEqual([]);
});

const gatewayClass = (name: string, controllerName: string): object => ({
  apiVersion: gatewayApi,
  kind: "GatewayClass",
  metadata: { name },
  spec: { controllerName },
});

const gateway = (name: string, gatewayClassName: string, namespace?: string): object => ({
  apiVersion: gatewayApi,
  kind: "Gateway",
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  spec: { gatewayClassName },
});

const route = (...parentRefs: readonly object[]): object => ({
  apiVersion: gatewayApi,
  kind: "HTTPRoute",
  metadata: { name: "a", namespace: "shop" },
  spec: { parentRefs },
});

const mesh = gatewayClass("mesh", "istio.io/gateway-controller");
const edge = gatewayClass("edge", "ngrok.com/gateway-controller");
const inMesh = "(HTTPRoute/a: its Gateway is of another controller, istio.io/gateway-controller)";

test.each([
  ["without a Gateway", [route()], ["HTTPRoute/a"]],
  ["of a Gateway that no file has", [route({ name: "web" }), mesh], ["HTTPRoute/a"]],
  [
    "of a class that no file has",
    [route({ name: "web" }), gateway("web", "mesh")],
    ["HTTPRoute/a"],
  ],
  ["of another controller", [route({ name: "web" }), gateway("web", "mesh"), mesh], [inMesh]],
  [
    "of a Gateway in another namespace",
    [route({ name: "web" }), gateway("web", "mesh", "other"), mesh],
    ["HTTPRoute/a"],
  ],
  [
    "of a Gateway that it names there",
    [route({ name: "web", namespace: "other" }), gateway("web", "mesh", "other"), mesh],
    [inMesh],
  ],
  [
    "of two Gateways, one of them the operator's",
    [
      route({ name: "web" }, { name: "out" }),
      gateway("web", "mesh"),
      gateway("out", "edge"),
      mesh,
      edge,
    ],
    ["HTTPRoute/a", "Gateway/out"],
  ],
  [
    "of two Gateways, one of them in no file",
    [route({ name: "web" }, { name: "out" }), gateway("web", "mesh"), mesh],
    ["HTTPRoute/a"],
  ],
] as const)("a route %s", (_what, manifests, expected) => {
  expect(read(...manifests)).toEqual(expected);
});
