import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api.ts';
import { IconFileImport as IconImport } from '../../../icons/tabler.ts';
import dialog from '../../../parts/dialog-form.module.css';
import { count, csvRecord, FileDrop, LoadingState, saveFile, toast } from '../../../parts/index.ts';
import styles from '../settings.module.css';
import { type PreviewRow, previewOf } from './preview.ts';
import { PreviewTable } from './preview-table.tsx';
import { readImport, UnreadableFile } from './read-file.ts';
import type { ImportSpec } from './spec.ts';

/** The API takes bodies up to this size. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** A button that imports a file: reads it, shows a preview of the changes, and saves them. */
export function ImportButton({ spec }: { spec: ImportSpec }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconImport size={16} />} onClick={() => setOpen(true)}>
        Import {spec.plural}
      </Button>
      {isOpen && <ImportDialog spec={spec} onClose={() => setOpen(false)} />}
    </>
  );
}

type Step =
  | { is: 'choosing'; fault?: string }
  | { is: 'reading' }
  | { is: 'preview'; name: string; rows: PreviewRow[]; unused: string[] };

function ImportDialog({ spec, onClose }: { spec: ImportSpec; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const isPhone = useMediaQuery('(max-width: 48em)');
  const read = async (file: File) => {
    setStep({ is: 'reading' });
    try {
      const { rows, unused } = readImport(await file.text(), spec);
      const known = await spec.loadKnown?.(AbortSignal.timeout(60_000));
      setStep({ is: 'preview', name: file.name, rows: previewOf(rows, spec, known), unused });
    } catch (error) {
      const fault = error instanceof UnreadableFile ? error.message : messageOf(error);
      setStep({ is: 'choosing', fault });
    }
  };
  return (
    <Modal
      opened
      classNames={{ title: dialog.title }}
      size="xl"
      fullScreen={isPhone}
      title={`Import ${spec.plural}`}
      onClose={onClose}
    >
      {step.is === 'choosing' && (
        <Choosing spec={spec} fault={step.fault} onFile={(file) => void read(file)} />
      )}
      {step.is === 'reading' && <LoadingState lines={5} />}
      {step.is === 'preview' && (
        <Preview spec={spec} {...step} onBack={() => setStep({ is: 'choosing' })} onDone={onClose} />
      )}
    </Modal>
  );
}

interface ChoosingProps {
  spec: ImportSpec;
  fault: string | undefined;
  onFile: (file: File) => void;
}

function Choosing({ spec, fault, onFile }: ChoosingProps) {
  const template = () =>
    saveFile(
      `${spec.plural.replaceAll(' ', '-')}.csv`,
      [csvRecord(spec.fields.map(({ name }) => name))],
      'text/csv',
    );
  return (
    <div className={dialog.form}>
      <FileDrop
        title={`Drop a file of ${spec.plural} here`}
        accept=".csv,.tsv,.txt,.json"
        onFiles={([file]) => file && onFile(file)}
      >
        Upload a CSV file whose first line names the columns, or a JSON file. You can review the changes
        before they are saved.
      </FileDrop>
      {fault && (
        <p className={dialog.error} role="alert">
          {fault}
        </p>
      )}
      <details>
        <summary>Columns</summary>
        <dl className={styles.columns}>
          {spec.fields.map(({ name, takes, isRequired }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                {takes}
                {isRequired && ' (required)'}
              </dd>
            </div>
          ))}
        </dl>
        <Button variant="default" size="compact-md" onClick={template}>
          Download a CSV template
        </Button>
      </details>
    </div>
  );
}

interface PreviewProps {
  spec: ImportSpec;
  name: string;
  rows: PreviewRow[];
  unused: string[];
  onBack: () => void;
  onDone: () => void;
}

function Preview({ spec, name, rows, unused, onBack, onDone }: PreviewProps) {
  const [state, setState] = useState<{ busy?: boolean; error?: string }>({});
  const client = useQueryClient();
  const toPut = rows.filter(({ fate }) => fate === 'new' || fate === 'changed' || fate === 'put');
  const faulty = rows.filter(({ fate }) => fate === 'fault').length;
  const put = async () => {
    setState({ busy: true });
    try {
      const body = toPut.map(({ row }) => row);
      if (JSON.stringify(body).length > MAX_BODY_BYTES)
        throw new Error('This file is too large. Split it into smaller files.');
      const { created, updated } = await spec.put(body);
      toast.good(`${count(created, spec.noun, spec.plural)} created, ${updated} updated.`);
      for (const key of spec.invalidates) void client.invalidateQueries({ queryKey: [key] });
      onDone();
    } catch (error) {
      setState({ error: messageOf(error) });
    }
  };
  return (
    <div className={dialog.form}>
      <p>
        <strong>{name}</strong> has {count(rows.length, spec.noun, spec.plural)}. Empty cells leave existing
        values unchanged.
        {unused.length > 0 && ` Ignored columns: ${unused.join(', ')}.`}
      </p>
      <PreviewTable rows={rows} spec={spec} />
      {state.error && (
        <p className={dialog.error} role="alert">
          {state.error}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
        <Button loading={state.busy} disabled={toPut.length === 0} onClick={() => void put()}>
          {toPut.length === 0
            ? 'Nothing to import'
            : `Import ${count(toPut.length, spec.noun, spec.plural)}${faulty > 0 ? `, skip ${faulty}` : ''}`}
        </Button>
      </div>
    </div>
  );
}
