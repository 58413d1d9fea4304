// Why a heartbeat with valid fields does not list its server: the sentences that its operator reads.

interface Place {
  ip: string;
  port: number;
}

/** A sender without a place for a new server (C6.13). */
export function describeCrowding(ip: string, live: number, allowed: number): string {
  return `Too many servers from ${ip}: ${live} are live and ${allowed} are allowed. Stop one of them, or wait until it is no longer listed.`;
}

/** A program whose port another one has (C6.24). */
export function describeContest({ ip, port }: Place): string {
  return `Port ${port} on ${ip} belongs to another program, which sent heartbeats for it first, with another salt, and still does. Stop one of the two or give it another port. After the other one stops, yours is accepted within about a minute.`;
}

/** A port that nobody could connect to (C7.7). */
export function describeClosedPort({ ip, port }: Place): string {
  return `Port ${port} on ${ip} is not open. Forward it (TCP) on your router, or set public=false.`;
}

/** A sender above its rate limit (C6.16). */
export function describeHaste(ip: string, waitSeconds: number): string {
  return `Too many heartbeats from ${ip}. Send one every 30 seconds for each server, the next in ${waitSeconds} s.`;
}

/** A sender on IPv6 (C6.14). */
export function describeIpv6(ip: string): string {
  return `Your heartbeat came from the IPv6 address ${ip}, but only servers on IPv4 can be listed. Send it over IPv4.`;
}

/** A server that moderators unlisted; the reason is shown as it is. */
export function describeUnlisting(reason: string): string {
  return `Your server is kept off the public list by the moderators of this site, and players can only join it by its address: ${reason}`;
}

/** A server whose name has a filtered word; both are shown as they are. */
export function describeFiltering(name: string, word: string): string {
  return `Your server is kept off the public list, and players can only join it by its address, because its name "${name}" contains the word "${word}". Rename it.`;
}
