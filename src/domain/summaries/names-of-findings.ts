type Names = { decision: string; nextStep: string; openQuestion: string; topic: string };

/** The names of the findings of a summary, in the singular and in the plural. */
type NamesOfFindings = { one: Names; many: Names };

const NAMES: NamesOfFindings = {
  one: { decision: 'Decision', nextStep: 'Next step', openQuestion: 'Open question', topic: 'Topic' },
  many: { decision: 'Decisions', nextStep: 'Next steps', openQuestion: 'Open questions', topic: 'Topics' },
};

/** The built-in provider finds sentences that sound like it, and words instead of subjects. The console says the same. */
const NAMES_OF_EXTRACTS: NamesOfFindings = {
  one: {
    ...{ decision: 'Possible decision', nextStep: 'Possible next step' },
    ...{ openQuestion: 'Possible question', topic: 'Keyword' },
  },
  many: {
    ...{ decision: 'Possible decisions', nextStep: 'Possible next steps' },
    ...{ openQuestion: 'Possible questions', topic: 'Keywords' },
  },
};

/** Returns what the findings of a provider are called. */
export function namesOfFindings(provider: string): NamesOfFindings {
  return provider === 'builtin' ? NAMES_OF_EXTRACTS : NAMES;
}
