import type { Config } from '../../src/config.ts';
import { type AiServer, startAiServer } from './ai-server.ts';
import { BUILTIN, startService, type TestService } from './service.ts';

/** Returns the settings of a language model behind a stub, with prices. */
export function stubbed(url: string, changes: Partial<Config['ai']> = {}): Config['ai'] {
  const prices = { input: 2.5, output: 10 };
  return { ...BUILTIN, provider: 'openai-compatible', baseUrl: url, model: 'test-model', prices, ...changes };
}

/** Starts a service, and the server of a language model, whose answers the test determines. `stop` ends both. */
export async function startWithModel(): Promise<{
  ai: AiServer;
  service: TestService;
  stop(): Promise<void>;
}> {
  const ai = await startAiServer();
  try {
    const service = await startService({ ai: stubbed(ai.url) });
    return {
      ai,
      service,
      async stop() {
        await ai.close();
        await service.stop();
      },
    };
  } catch (error) {
    // The server alone would keep the process alive.
    await ai.close();
    throw error;
  }
}
