import type { Config } from '../../src/config.ts';
import { type AiServer, startAiServer } from './ai-server.ts';
import { BUILTIN, startService, type TestService } from './service.ts';

/** A language model behind a stub, which costs something. */
export function stubbed(url: string, changes: Partial<Config['ai']> = {}): Config['ai'] {
  const prices = { input: 2.5, output: 10 };
  return { ...BUILTIN, provider: 'openai-compatible', baseUrl: url, model: 'test-model', prices, ...changes };
}

/** A service, and the server of a language model that it asks: a test says what that answers. `stop` ends both. */
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
    // It alone would keep the process alive.
    await ai.close();
    throw error;
  }
}
