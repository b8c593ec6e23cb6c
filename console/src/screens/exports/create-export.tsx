import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import dialog from '../../parts/dialog-form.module.css';
import { ExportForm } from './export-form.tsx';
import { type Export, type ExportRequest, exportQuery } from './queries.ts';

interface Props {
  /** The export after which the new one continues, if that has been chosen already. */
  since?: Export;
  onClose: () => void;
}

/** Requests an export and leads to it. */
export function CreateExport({ since, onClose }: Props) {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async ({ sinceId, ...request }: ExportRequest & { sinceId?: string }) => {
      const after = sinceId === undefined ? request.after : await cursorOf(sinceId);
      const body = { ...request, ...(after === undefined ? {} : { after }) };
      return unwrap(api.POST('/v1/exports', { body }));
    },
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['exports', 'list'] });
      onClose();
      await navigate({ to: '/exports/$id', params: { id } });
    },
  });
  return (
    <Modal opened size="lg" onClose={onClose} title="Create export" classNames={{ title: dialog.title }}>
      <ExportForm
        since={since}
        isBusy={create.isPending}
        error={create.error ? messageOf(create.error) : undefined}
        onClose={onClose}
        onSubmit={(request) => create.mutate(request)}
      />
    </Modal>
  );
}

/** The list has no cursors: they are read with the export. */
async function cursorOf(id: string): Promise<string> {
  const { manifest } = await queryClient.fetchQuery(exportQuery(Number(id)));
  if (!manifest) throw new Error(`Export ${id} is not done.`);
  return manifest.changesCursor;
}
