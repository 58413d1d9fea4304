// Every sentence about what a rally refuses.

export const rallyFailures = {
  notVerified: 'Verify your account first: only verified players count.',
  notListed: 'This server is not in the public list now, so it takes no pledges.',
  choice: 'Choose one of the values that are offered.',
};
