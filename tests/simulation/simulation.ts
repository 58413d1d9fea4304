// One run of the simulation: actors take turns, time passes, things go wrong, and after each step everything must hold.

import type { Fault } from './faults.ts';
import { createGameServers } from './game-servers.ts';
import { createHistoryWatch } from './history-watch.ts';
import { createKeepers } from './keepers.ts';
import { createModerators } from './moderators.ts';
import { createPlayers } from './players.ts';
import { createRandom } from './random.ts';
import { createWorld, START, type World } from './world.ts';

/** What is simulated. */
export interface SimulationOptions {
  seed: number;
  steps: number;
  /** How much time passes in all; by default steps are about half a second apart. */
  days?: number | undefined;
  /** What is wrong with the service. */
  fault?: Fault | undefined;
}

/** How a run ended. */
export interface SimulationResult {
  steps: number;
  simulatedMs: number;
  /** Of everything that happened, in order. */
  hash: string;
  /** What must not have happened. */
  failure: { sentence: string; step: number; trace: readonly string[] } | undefined;
}

const USUAL_STEP_MS = 500;
/** The mean of the waits of `passTime`, in step lengths. */
const MEAN_WAIT = 0.7;
/** In long runs there are fewer servers with fewer heartbeats, or most of the time would go into those. */
const USUAL_SERVERS = { count: 9, beatEveryMs: 60_000 };
const LONG_SERVERS = { count: 3, beatEveryMs: 90_000 };
/** As long as an upgrade may take. */
const MAX_PAUSE_MS = 150_000;
const AFTER_TROUBLE_MS = 6_000;
const DAY_MS = 24 * 60 * 60_000;

/** Runs it. Never throws for what it finds. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, steps, days, fault } = options;
  const random = createRandom(seed);
  const world = createWorld(random, { staleAfterMs: 180_000, fault });
  const stepMs = days === undefined ? USUAL_STEP_MS : (days * DAY_MS) / steps / MEAN_WAIT;
  const isLong = stepMs > 10 * USUAL_STEP_MS;
  replaceClocks(world);
  const servers = createGameServers(world, isLong ? LONG_SERVERS : USUAL_SERVERS);
  const players = createPlayers(world, servers);
  const moderators = createModerators(world, servers, players);
  const keepers = createKeepers(world, servers, players);
  const history = createHistoryWatch(world);
  let step = 0;
  let isCutDue = false;

  function passTime(): Promise<void> {
    // Most waits are short, some are long: 0.6 of 0.25, 0.3 of 1 and 0.1 of 2.5 step lengths.
    const kind = random.whole(20);
    if (kind < 12) return world.schedule.pass(random.whole(Math.ceil(stepMs * 0.5)));
    if (kind < 18) return world.schedule.pass(random.whole(Math.ceil(stepMs * 2)));
    return world.schedule.pass(random.whole(Math.ceil(stepMs * 5)));
  }

  async function restart(pauseMs: number): Promise<void> {
    await world.schedule.pass(pauseMs);
    await moderators.noteCut();
    await players.noteCut();
    await world.start();
    servers.noteRestart(world.now() - world.endedAt);
    await world.finish(players.noteStart());
    await world.finish(players.check(Number.POSITIVE_INFINITY));
    await world.finish(moderators.check());
    await world.finish(history.check());
  }

  async function recover(): Promise<void> {
    servers.noteCut();
    await restart(random.whole(MAX_PAUSE_MS));
  }

  /** What goes wrong with the machine, or is put right again. */
  async function disturb(): Promise<void> {
    const { disk, mailServer } = world;
    const kind = random.whole(8);
    if (!disk.isWell() && kind < 6) disk.setState('well');
    else if (kind === 0) disk.setState(random.pick(['full', 'read-only']));
    else if (kind === 1) disk.slowMs = disk.slowMs === 0 ? 400 : 0;
    else if (kind === 2 || kind === 3) {
      mailServer.state = mailServer.state === 'up' ? 'down' : 'up';
      mailServer.upSince = mailServer.state === 'up' ? world.now() : Number.POSITIVE_INFINITY;
    } else if (kind === 4) {
      if (await world.stop()) await restart(random.whole(MAX_PAUSE_MS));
      else await recover();
    } else if (kind === 5) {
      world.cut();
    } else disk.cutsNext = true;
    world.note(`disturb ${kind}`);
  }

  async function act(): Promise<void> {
    const kind = random.whole(1_000);
    if (kind < 8) await disturb();
    else if (kind < 500) await world.finish(servers.step());
    else if (kind < 900) await world.finish(players.step());
    else if (kind < 930) await world.finish(keepers.step());
    else await world.finish(moderators.step());
    if (!world.disk.isWell() && random.chance(0.15)) {
      world.disk.setState('well');
      isCutDue = random.chance(0.5);
    }
    if (world.mailServer.state === 'down' && random.chance(0.02)) {
      Object.assign(world.mailServer, { state: 'up', upSince: world.now() });
    }
    // By then everything that could not be saved has to be.
    if (isCutDue && world.isWellFor(AFTER_TROUBLE_MS)) {
      isCutDue = false;
      if (!world.isCut()) world.cut();
    }
    if (world.isCut()) await recover();
    await passTime();
    if (world.isCut()) await recover();
    await world.finish(servers.check());
    keepers.watch();
    if (step % 10 === 0) await world.finish(players.check(1));
    if (step % 100 === 0) {
      await world.finish(history.check());
      await world.finish(keepers.check());
    }
    if (world.isCut()) await recover();
    world.checkStep();
  }

  try {
    await world.start();
    await world.finish(moderators.open());
    await world.finish(keepers.open());
    const end = START + (days ?? 0) * DAY_MS;
    while (step < steps || world.now() < end) {
      step += 1;
      await act();
    }
    await world.finish(players.check(Number.POSITIVE_INFINITY));
  } catch (error) {
    const sentence = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    return { ...measure(), failure: { sentence, step, trace: world.readTrace().last } };
  }
  return { ...measure(), failure: undefined };

  function measure() {
    return { steps: step, simulatedMs: world.now() - START, hash: world.readTrace().hash };
  }
}

/** From now on this process sees the simulated time alone. */
function replaceClocks({ now, sleep }: World): void {
  Date.now = now;
  performance.now = now;
  Bun.sleep = (ms) => sleep(Number(ms));
  const forbidden = (): never => {
    throw new Error('Math.random would make runs unlike each other');
  };
  Math.random = forbidden;
}
