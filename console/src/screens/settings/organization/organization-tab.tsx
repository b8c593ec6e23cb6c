import { Button, TagsInput, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, messageOf, unwrap } from '../../../api.ts';
import dialog from '../../../parts/dialog-form.module.css';
import { PageState, Panel, toast } from '../../../parts/index.ts';
import styles from '../settings.module.css';

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/organization', { signal })),
});

interface Organization {
  id: number;
  name: string;
  domains: string[];
}

const MAX_DOMAINS = 100;

const DOMAIN = /^[^\s@.,/]+(\.[^\s@.,/]+)*$/;

/** The organization's name, and the domains whose people are its own. */
export function OrganizationTab() {
  const query = useQuery(organizationQuery);
  return (
    <Panel title="Organization" hint={query.data && `ID ${query.data.id}`} className={styles.narrow}>
      <PageState query={query} what="the organization" small>
        {(organization) => <OrganizationForm organization={organization} />}
      </PageState>
    </Panel>
  );
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const [name, setName] = useState(organization.name);
  const [domains, setDomains] = useState(organization.domains);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => unwrap(api.PATCH('/admin/v1/organization', { body: { name: name.trim(), domains } })),
    onSuccess: async (saved) => {
      client.setQueryData(organizationQuery.queryKey, saved);
      setName(saved.name);
      setDomains(saved.domains);
      toast.good('Organization saved.');
      await client.invalidateQueries({ queryKey: ['session'] });
    },
  });
  const isChanged = name.trim() !== organization.name || domains.join() !== organization.domains.join();
  const wrong = domains.filter((domain) => !DOMAIN.test(domain));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className={dialog.form}>
      <TextInput
        label="Name"
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TagsInput
        label="Domains"
        description="Attendees with an e-mail address at these domains or their subdomains count as internal. Applies to meetings that come in from now on."
        placeholder={domains.length === 0 ? 'example.com' : undefined}
        maxTags={MAX_DOMAINS}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        value={domains}
        onChange={setDomains}
        error={
          wrong.length > 0 &&
          `Not a valid domain: ${wrong.join(', ')}. Enter the part of an e-mail address after the @.`
        }
      />
      {save.error && (
        <p className={dialog.error} role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button
          variant="default"
          disabled={!isChanged}
          onClick={() => {
            setName(organization.name);
            setDomains(organization.domains);
            save.reset();
          }}
        >
          Discard
        </Button>
        <Button
          type="submit"
          disabled={!isChanged || name.trim() === '' || wrong.length > 0}
          loading={save.isPending}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
