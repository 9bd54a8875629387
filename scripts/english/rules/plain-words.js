'use strict';
// A rule of textlint: phrases of ../phrases.json do not come back. Code, links' targets and quotations do not count.
const phrases = require('../phrases.json').map(({ not, instead, case: exact }) => ({
    pattern: new RegExp(not, exact ? 'g' : 'gi'), instead,
}));

module.exports = context => {
    const { Syntax, RuleError, report, locator } = context;
    // The text of a node; code stands in it as as many letters, so that places in it are those in the source.
    const textOf = node => {
        const start = node.range[0];
        const text = Array(node.range[1] - start).fill(' ');
        const collect = part => {
            if (part.type === Syntax.Str || part.type === Syntax.Code) {
                const value = context.getSource(part);
                for (let i = 0; i < value.length; ++i)
                    text[part.range[0] - start + i] = part.type === Syntax.Code ? 'x' : value[i] === '\n' ? ' ' : value[i];
            }
            (part.children || []).forEach(collect);
        };
        collect(node);
        return text.join('').trimEnd();
    };
    const check = node => {
        const text = textOf(node);
        for (const { pattern, instead } of phrases)
            for (const match of text.matchAll(pattern))
                report(node, new RuleError(`"${match[0].trim().slice(0, 40)}": ${instead}`,
                    { padding: locator.at(Math.min(match.index, text.length - 1)) }));
    };
    return { [Syntax.Paragraph]: check, [Syntax.Header]: check, [Syntax.TableCell]: check };
};
