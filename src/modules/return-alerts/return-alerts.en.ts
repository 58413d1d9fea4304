// Every sentence about what alerts of servers refuse.

export const alertFailures = {
  tooManyAlerts: (most: number) =>
    `You are already waiting for ${most} servers. Choose “Stop waiting” for one of them first.`,
};
