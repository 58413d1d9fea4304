// Every sentence about what a rally refuses.

export const rallyFailures = {
  notVerified: 'Verify your account first: only verified players count.',
  notListed: 'This server is not in the public list right now, so it accepts no pledges.',
  choice: 'Choose one of the offered values.',
};
