import { count, isThere, type Kind, NOBODY, ORGANIZATION, putFile, unless } from './job-kind.ts';

const OLD_MS = 3 * 86_400_000;

export const deleteBlob: Kind = async ({ dataDir }) => {
  const keys = ['deleted', 'kept'].map((name) => `org/${ORGANIZATION}/meeting/900001/${name}`);
  for (const key of keys) await putFile(dataDir, key);
  return {
    job: { name: 'delete-blob', organizationId: ORGANIZATION, payload: { key: keys[0] } },
    async after() {
      const [deleted, kept] = await Promise.all(keys.map((key) => isThere(dataDir, key)));
      return [...unless(!deleted, 'the blob is there'), ...unless(kept!, 'another blob is gone')];
    },
  };
};

export const sweepBlobs: Kind = async ({ dataDir, databaseUrl }) => {
  const [old, young] = ['old', 'young'].map((name) => `org/${ORGANIZATION}/meeting/900002/${name}`) as [
    string,
    string,
  ];
  await putFile(dataDir, old, Date.now() - OLD_MS);
  await putFile(dataDir, young);
  const condemned = (key: string) =>
    count(databaseUrl, 'select 1 from condemned_blobs where blob_key = $1', [key]);
  return {
    job: { name: 'sweep-blobs', organizationId: NOBODY, payload: {} },
    async after() {
      return [
        ...unless((await condemned(old)) === 1, 'what nobody names is not condemned'),
        ...unless((await condemned(young)) === 0, 'what may be named yet is condemned'),
        ...unless((await isThere(dataDir, old)) && (await isThere(dataDir, young)), 'a blob is gone at once'),
      ];
    },
  };
};
