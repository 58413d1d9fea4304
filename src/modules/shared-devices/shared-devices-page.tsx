// The part on the page of an account that shows staff which accounts share its devices and addresses.
/** @jsxImportSource preact */

import type { StaffPart } from '../../platform/http/staff-page.ts';
import { labels } from '../../platform/messages/messages.ts';
import { AdminTable, Status, When } from '../../platform/views/staff-parts.tsx';
import { accountPath } from '../../platform/views/staff-paths.ts';
import { sharedDeviceMessages as messages } from './messages.ts';
import type { Shared, SharedDevices, SharingAccount } from './shared-devices.ts';

export const sharedDevicesPart = (sharedDevices: SharedDevices): StaffPart => ({
  done: {},
  actions: {},
  async show({ actor, key }) {
    const shared = await sharedDevices.find(actor, Number(key));
    return shared === undefined ? null : <SharedWith {...shared} />;
  },
});

function SharedWith({ isSuspended, accounts, crowds }: Shared) {
  const { title, caption, intro, none, shares, lastLogin } = messages;
  const isEmpty = accounts.length + crowds.length === 0;
  if (isEmpty && !isSuspended) return null;
  return (
    <>
      <h2 id="shared">{title}</h2>
      <p class="hint">{isEmpty ? none : intro}</p>
      {accounts.length > 0 && (
        <AdminTable<SharingAccount>
          caption={caption}
          columns={[
            [labels.name, ({ accountId, name }) => <a href={accountPath(accountId)}>{name}</a>],
            [labels.status, State, 'state'],
            [shares, ({ kinds }) => kinds.map((kind) => messages.kinds[kind]).join(', ')],
            [lastLogin, ({ lastSeenAt }) => <When at={lastSeenAt} />],
          ]}
          rows={accounts}
        />
      )}
      {crowds.map((crowd, index) => (
        <p key={index}>{messages.crowd(crowd)}</p>
      ))}
    </>
  );
}

function State({ isSuspended }: SharingAccount) {
  const { suspended, other } = messages.states;
  return <Status is={isSuspended ? 'bad' : 'neutral'}>{isSuspended ? suspended : other}</Status>;
}
