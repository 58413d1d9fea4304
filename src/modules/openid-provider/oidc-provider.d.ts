// The types of the protocol's library, as far as Muster uses it. Its main file warns about the runtime, so Muster
// loads the files behind it.

declare module 'oidc-provider/lib/provider.js' {
  interface Client {
    clientSecret?: string;
    compareClientSecret(secret: string): boolean;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    Client: { prototype: Client };
    Grant: new (facts: {
      accountId: string;
      clientId: string;
    }) => { addOIDCScope(scopes: ReadonlySet<string>): void; save(): Promise<string> };
    silent: boolean;
    callback(): (request: object, response: object) => Promise<void>;
    use(
      middle: (
        context: { set(header: string, value: string): void },
        next: () => unknown,
      ) => unknown,
    ): this;
    on(event: string, listen: (context: object, subject: unknown) => void): this;
  }
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class InvalidGrant extends Error {
    constructor(reason: string);
  }
}
