import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, NPM_OPTIONS, ROOT, tools } from './tools.ts';

const PROGRAMS = new URL('programs/', import.meta.url).pathname;

/** The folder of one client and the document that it is generated from. */
export type Place = { folder: string; document: string };

/** A client that a generator makes of the document. Commands run in the folder of the client. */
export type GeneratedClient = {
  name: string;
  /** Programs of the machine without which the client cannot be built. */
  needs: readonly string[];
  install(): Promise<void>;
  generate(place: Place): Command[] | Promise<Command[]>;
  build: readonly Command[];
  walk: Command;
};

const python = (code: string): Command => [tools.python, '-c', code];

const openapiGenerator = (language: string, { document }: Place, ...options: string[]): Command => [
  'java',
  ...[
    '-jar',
    tools.openapiGenerator,
    'generate',
    '-i',
    document,
    '-g',
    language,
    '-o',
    'generated',
    ...options,
  ],
];

/** Every client of the matrix, as somebody who reads the page of its generator makes it, and our own as it is packed. */
export const generatedClients: readonly GeneratedClient[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    install: tools.installPython,
    generate: ({ document }) => [
      [
        join(tools.pythonBin, 'openapi-python-client'),
        'generate',
        '--path',
        document,
        '--output-path',
        'generated',
        '--meta',
        'none',
      ],
    ],
    build: [[tools.python, '-m', 'compileall', '-q', 'generated']],
    walk: [tools.python, 'journey.py'],
  },
  {
    name: 'datamodel-code-generator',
    needs: ['python3'],
    install: tools.installPython,
    generate: ({ document }) => [
      [
        join(tools.pythonBin, 'datamodel-codegen'),
        '--input',
        document,
        '--input-file-type',
        'openapi',
        '--output',
        'generated.py',
        '--output-model-type',
        'pydantic_v2.BaseModel',
      ],
    ],
    build: [python('import generated')],
    walk: [tools.python, 'journey.py'],
  },
  {
    name: 'openapi-generator-python',
    needs: ['python3', 'java', 'mvn'],
    async install() {
      await tools.installPython();
      await tools.installOpenapiGenerator();
    },
    generate: (place) => [openapiGenerator('python', place)],
    build: [python('import sys; sys.path.insert(0, "generated"); from openapi_client import *')],
    walk: ['env', 'PYTHONPATH=generated', tools.python, 'journey.py'],
  },
  {
    name: 'openapi-generator-go',
    needs: ['go', 'java', 'mvn'],
    install: tools.installOpenapiGenerator,
    async generate(place) {
      const module =
        'module journey\n\ngo 1.23\n\nrequire generated v0.0.0\n\nreplace generated => ./generated\n';
      await writeFile(join(place.folder, 'go.mod'), module);
      return [
        openapiGenerator('go', place, '--package-name', 'generated'),
        ['sh', '-c', 'cd generated && go mod edit -module generated'],
      ];
    },
    build: [
      ['sh', '-c', 'cd generated && go build ./...'],
      ['go', 'build', '-o', 'journey', '.'],
    ],
    walk: ['./journey'],
  },
  {
    name: 'openapi-generator-java',
    needs: ['java', 'mvn'],
    install: tools.installOpenapiGenerator,
    generate: (place) => [
      openapiGenerator('java', place),
      ['sh', '-c', 'mv Journey.java generated/src/main/java/'],
    ],
    build: [
      [
        'mvn',
        '-B',
        '-q',
        '-f',
        'generated/pom.xml',
        'compile',
        'dependency:build-classpath',
        '-Dmdep.outputFile=classpath',
      ],
    ],
    walk: ['sh', '-c', 'exec java -cp "generated/target/classes:$(cat generated/classpath)" Journey'],
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    async install() {},
    async generate({ folder, document }) {
      await mkdir(join(folder, 'generated'));
      return [
        [
          'go',
          'tool',
          'oapi-codegen',
          '-generate',
          'types,client',
          '-package',
          'generated',
          '-o',
          'generated/client.go',
          document,
        ],
      ];
    },
    build: [['go', 'build', '-o', 'journey', '.']],
    walk: ['./journey'],
  },
  {
    name: 'hey-api',
    needs: ['npm'],
    install: tools.installHeyApi,
    generate: ({ document }) => [
      [
        process.execPath,
        join(tools.heyApi, 'node_modules/@hey-api/openapi-ts/bin/run.js'),
        '-i',
        document,
        '-o',
        'generated',
      ],
    ],
    build: [[process.execPath, join(tools.heyApi, 'node_modules/typescript/bin/tsc'), '-p', '.']],
    walk: [process.execPath, 'built/journey.js'],
  },
  {
    name: 'parley-client-typescript',
    needs: ['npm'],
    async install() {},
    generate: () => [
      [process.execPath, join(ROOT, 'client/scripts/build.ts')],
      ['npm', 'pack', join(ROOT, 'client/dist')],
      ['npm', 'install', ...NPM_OPTIONS, './parley-client-0.1.0.tgz'],
    ],
    build: [[process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.']],
    walk: [process.execPath, 'built/journey.js'],
  },
];

/** Makes an empty folder for the client, with its program. */
export async function prepareFolder(name: string): Promise<string> {
  const folder = join(tools.folder, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(PROGRAMS, name), folder, { recursive: true });
  return folder;
}
