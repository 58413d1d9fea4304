// Every refusal of the alerts about servers that return.

export const alertFailures = {
  tooManyAlerts: (most: number) =>
    `You are already waiting for ${most} servers. Choose “Stop waiting” for one of them first.`,
};
