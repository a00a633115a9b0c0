// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "solady/tokens/ERC721.sol";
import {LibClone} from "solady/utils/LibClone.sol";
import {OnlyDesk} from "./OnlyDesk.sol";

/// @title One project's units, each with a holder and the end of their access.
/// @notice ERC-721 with ERC-4907 (user and expiry), ERC-2981 (royalty) and ERC-7572 (contract metadata). A unit is a
/// right to listen for a time; it is moved by the desk alone, so it can be neither traded nor lost to a thief.
/// @dev Deployed as an ERC-1167 clone whose facts (supply, royalty receiver, names, addresses of metadata) are part of
/// its code: they cost no storage, need no initialiser, and can never change.
/// Invariants: unit ids are 1 to `supply`; each has at most one holder; the user of a unit is its holder until
/// `userExpires`, and nobody afterwards.
contract TuneEdition is ERC721, OnlyDesk {
    /// @dev The unit's number is not between 1 and `supply`.
    error NoSuchUnit(uint256 unit);
    /// @dev Access belongs to the holder of a unit and to nobody else.
    error UserMustBeHolder();

    /// @notice ERC-4907: `user` may use `unit` until `expires` (unix seconds).
    event UpdateUser(uint256 indexed unit, address indexed user, uint64 expires);

    uint256 private constant ROYALTY_BASIS_POINTS = 1000;

    /// @dev Layout of the clone's arguments: supply (4 bytes), royalty receiver (20), then name, symbol and base URI,
    /// each behind one byte of length, then the contract URI up to the end.
    uint256 private constant NAME_AT = 24;
    /// @dev The arguments stand behind the clone's own code of this many bytes.
    uint256 private constant CLONE_CODE = 45;

    constructor(address desk_) OnlyDesk(desk_) {}

    // ---------------------------------------------------------------- updates

    /// @notice Gives `unit` to `holder` with access until `expires`: minted the first time, moved afterwards.
    function assign(address holder, uint256 unit, uint64 expires) external onlyDesk {
        if (unit == 0 || unit > supply()) revert NoSuchUnit(unit);
        if (_exists(unit)) {
            _transfer(ownerOf(unit), holder, unit);
            _setExtraData(unit, expires);
        } else {
            _mintAndSetExtraDataUnchecked(holder, unit, expires);
        }
        emit UpdateUser(unit, holder, expires);
    }

    /// @notice ERC-4907: moves the end of the holder's access.
    function setUser(uint256 unit, address user, uint64 expires) external onlyDesk {
        if (user != ownerOf(unit)) revert UserMustBeHolder();
        _setExtraData(unit, expires);
        emit UpdateUser(unit, user, expires);
    }

    /// @dev Every transfer and mint passes here: the desk moves units, holders do not.
    function _beforeTokenTransfer(address, address, uint256) internal view override {
        if (msg.sender != desk) revert NotTheDesk();
    }

    /// @dev An approval could never be used; refusing it says so at once.
    function approve(address, uint256) public payable override {
        revert NotTheDesk();
    }

    /// @dev See `approve`.
    function setApprovalForAll(address, bool) public pure override {
        revert NotTheDesk();
    }

    // ------------------------------------------------------------------ reads

    /// @notice ERC-4907: who may use `unit` now; the zero address once access has ended.
    function userOf(uint256 unit) external view returns (address) {
        return _exists(unit) && userExpires(unit) > block.timestamp ? ownerOf(unit) : address(0);
    }

    /// @notice ERC-4907: the end of the present or last access to `unit`, in unix seconds.
    function userExpires(uint256 unit) public view returns (uint256) {
        return _getExtraData(unit);
    }

    /// @notice How many units there are.
    function supply() public view returns (uint256 units) {
        // Read in place: every first sale asks, and a copy by way of memory costs 340 gas more.
        assembly ("memory-safe") {
            mstore(0, 0)
            extcodecopy(address(), 28, CLONE_CODE, 4)
            units := mload(0)
        }
    }

    /// @notice ERC-2981: a tenth of each sale goes to the platform.
    function royaltyInfo(uint256, uint256 price) external view returns (address receiver, uint256 amount) {
        return (address(bytes20(_argument(4, NAME_AT))), price * ROYALTY_BASIS_POINTS / 10_000);
    }

    function name() public view override returns (string memory text) {
        (text,) = _text(NAME_AT);
    }

    function symbol() public view override returns (string memory text) {
        (, uint256 next) = _text(NAME_AT);
        (text,) = _text(next);
    }

    /// @notice Metadata of a unit; all units of a project share it.
    function tokenURI(uint256 unit) public view override returns (string memory text) {
        if (!_exists(unit)) revert TokenDoesNotExist();
        (, uint256 next) = _text(NAME_AT);
        (, next) = _text(next);
        (text,) = _text(next);
    }

    /// @notice ERC-7572: metadata of the project.
    function contractURI() external view returns (string memory) {
        (, uint256 next) = _text(NAME_AT);
        (, next) = _text(next);
        (, next) = _text(next);
        return string(LibClone.argsOnClone(address(this), next));
    }

    function supportsInterface(bytes4 id) public view override returns (bool) {
        return id == 0xad092b5c // ERC-4907
            || id == 0x2a55205a // ERC-2981
            || super.supportsInterface(id);
    }

    function _argument(uint256 start, uint256 end) private view returns (bytes memory) {
        return LibClone.argsOnClone(address(this), start, end);
    }

    /// @dev The text whose length stands at `position`, and where the next one begins.
    function _text(uint256 position) private view returns (string memory text, uint256 next) {
        uint256 start = position + 1;
        next = start + uint8(bytes1(_argument(position, start)));
        text = string(_argument(start, next));
    }
}
