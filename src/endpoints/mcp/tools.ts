import { accountBriefTool } from './account-brief-tool.ts';
import { getMeetingTool } from './get-meeting-tool.ts';
import { listMeetingsTool } from './list-meetings-tool.ts';
import { listSignalMatchesTool } from './list-signal-matches-tool.ts';
import { readTranscriptTool } from './read-transcript-tool.ts';
import { searchMomentsTool } from './search-moments-tool.ts';
import type { McpTool } from './tool.ts';
import { whatsNewTool } from './whats-new-tool.ts';

/** The tools in the order in which they are listed. Their definitions together have at most 2,500 tokens. */
export const MCP_TOOLS: readonly McpTool[] = [
  searchMomentsTool,
  readTranscriptTool,
  getMeetingTool,
  listMeetingsTool,
  accountBriefTool,
  listSignalMatchesTool,
  whatsNewTool,
];

/** Returns the tools that a key with these scopes may call. */
export function toolsFor(scopes: ReadonlySet<string>): McpTool[] {
  return MCP_TOOLS.filter((tool) => tool.scopes.some((scope) => scopes.has(scope)));
}
