// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {LibClone} from "solady/utils/LibClone.sol";
import {OnlyDesk} from "./OnlyDesk.sol";
import {TuneEdition} from "./TuneEdition.sol";

/// @title Makes one edition for each project.
/// @dev Invariant: an edition's address follows from its project's uid and facts, so the same request made twice makes one.
contract TuneFactory is OnlyDesk {
    /// @dev A name, symbol or base URI is longer than the 255 bytes an edition can carry.
    error TextTooLong();

    /// @notice Project `uid` has its contract.
    event EditionCreated(bytes16 indexed uid, address edition);

    /// @notice The code that every edition runs.
    address public immutable implementation;

    struct Facts {
        uint32 supply;
        address royaltyReceiver;
        string name;
        string symbol;
        string baseURI;
        string contractURI;
    }

    constructor(address desk_) OnlyDesk(desk_) {
        implementation = address(new TuneEdition(desk_));
    }

    /// @notice Makes the edition of project `uid`. Reverts when these facts have one already.
    function create(bytes16 uid, Facts calldata facts) external onlyDesk returns (address edition) {
        bytes memory arguments = abi.encodePacked(
            facts.supply,
            facts.royaltyReceiver,
            _length(facts.name),
            facts.name,
            _length(facts.symbol),
            facts.symbol,
            _length(facts.baseURI),
            facts.baseURI,
            facts.contractURI
        );
        edition = LibClone.cloneDeterministic(implementation, arguments, bytes32(uid));
        emit EditionCreated(uid, edition);
    }

    function _length(string calldata text) private pure returns (uint8) {
        if (bytes(text).length > 255) revert TextTooLong();
        return uint8(bytes(text).length);
    }
}
