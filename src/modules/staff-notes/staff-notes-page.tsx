// The part with staff notes on the pages of accounts and servers.
/** @jsxImportSource preact */

import { parseId, type StaffPart } from '../../platform/http/staff-page.ts';
import { parseReason } from '../../platform/input/plain-line.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { ActionForm } from '../../platform/views/staff-actions.tsx';
import { AdminTable, typedText, When } from '../../platform/views/staff-parts.tsx';
import { noteMessages as messages } from './messages.ts';
import type { NoteSubject } from './staff-note-ports.ts';
import { MAX_NOTE_LENGTH, type ShownNote, type StaffNotes } from './staff-notes.ts';

/** The sections with notes on the pages about an account and about a server. */
export const createParts = (notes: StaffNotes): PageParts => ({
  accountParts: [notesPart(notes, Number)],
  serverParts: [notesPart(notes, String)],
});

/** `subjectOf` reads the subject from the path of the page. */
function notesPart(notes: StaffNotes, subjectOf: (key: string) => NoteSubject): StaffPart {
  return {
    done: messages.done,
    async show({ actor, key }) {
      const shown = await notes.list(actor, subjectOf(key));
      return shown === undefined ? null : <Notes notes={shown} />;
    },
    actions: {
      'note-add': {
        reason: 'none',
        keptLength: 2 * MAX_NOTE_LENGTH,
        async run(read, { actor, key }) {
          await notes.add(actor, subjectOf(key), read('text'));
          return 'note-add';
        },
      },
      'note-remove': {
        async run(read, { actor, key, form }) {
          const id = parseId(form.field('id')) ?? 0;
          await notes.remove(actor, subjectOf(key), id, parseReason(read('reason')));
          return 'note-remove';
        },
      },
    },
  };
}

function Notes({ notes }: { notes: readonly ShownNote[] }) {
  const { title, intro, none, caption, note, noteHint, add, save, remove } = messages;
  return (
    <>
      <h2 id="notes">{title}</h2>
      <p class="hint">{notes.length === 0 ? `${intro} ${none}` : intro}</p>
      {notes.length > 0 && (
        <AdminTable<ShownNote>
          caption={caption}
          columns={[
            [labels.when, ({ createdAt }) => <When at={createdAt} />],
            [labels.by, ({ authorName }) => authorName],
            [note, ({ text }) => typedText(text)],
            [
              labels.actions,
              ({ id, authorName, isRemovable }) =>
                isRemovable ? (
                  <ActionForm
                    name="note-remove"
                    row={id}
                    about={authorName}
                    title={labels.remove}
                    submit={remove}
                    hidden={{ id: `${id}` }}
                  />
                ) : null,
            ],
          ]}
          rows={notes}
        />
      )}
      <ActionForm
        name="note-add"
        title={add}
        submit={save}
        reason="none"
        fields={[
          {
            name: 'text',
            label: note,
            hint: noteHint(MAX_NOTE_LENGTH),
            rows: 4,
            maxLength: MAX_NOTE_LENGTH,
            isRequired: true,
          },
        ]}
      />
    </>
  );
}
