// A launcher that replays recorded requests byte for byte, which only a socket takes, with its cookie and token.

import { expect } from 'bun:test';
import { RawConnection, type RawResponse } from '../support/raw-http.ts';
import { type LoginState, sessionOf } from './client.ts';
import { type Adaptation, readVector } from './vectors.ts';

/** Replays on one connection and remembers, as a launcher does, the cookie and the token. */
export class Launcher implements Disposable {
  session: string | undefined;
  token: string | undefined;
  private constructor(
    private readonly port: number,
    readonly connection: RawConnection,
  ) {}

  static async start(port: number): Promise<Launcher> {
    return new Launcher(port, await RawConnection.open(port));
  }

  async replay(vector: string, loginCode?: string): Promise<RawResponse> {
    const adaptation: Adaptation = { port: this.port };
    if (this.session !== undefined) adaptation.session = this.session;
    if (this.token !== undefined) adaptation.token = this.token;
    if (loginCode !== undefined) adaptation.loginCode = loginCode;
    const answer = await this.connection.exchange(readVector(vector, adaptation));
    this.session = sessionOf(answer) ?? this.session;
    return answer;
  }

  async replayLogin(vector: string, loginCode?: string): Promise<LoginState> {
    const answer = await this.replay(vector, loginCode);
    expect(answer.status).toBe(200);
    expect(answer.header('content-encoding')).toBeUndefined();
    expect(this.connection.isClosed).toBe(false);
    const state = answer.json<LoginState>();
    this.token = state.token;
    return state;
  }

  [Symbol.dispose](): void {
    this.connection.close();
  }
}
